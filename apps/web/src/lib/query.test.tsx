import { ApiError, TransportError } from '@fibado/client';
import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { Notifications } from '@mantine/notifications';
import { type MutationMeta, QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { cleanup, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../test/texts';
import { alertError, confirm } from '../components/confirm';
import { toastDone, toastError } from '../components/toasts';
import { blocking } from './blocking';
import { createQueryClient } from './query';

beforeAll(() => startTexts('it'));

interface CallProps {
  readonly work: () => Promise<unknown>;
  readonly meta?: MutationMeta;
}

function Call({ work, meta = {} }: CallProps) {
  const call = useMutation({ mutationFn: work, meta });
  return <button onClick={() => call.mutate()}>call</button>;
}

async function callIt(props: CallProps): Promise<void> {
  const client = createQueryClient({ alert: alertError, toast: toastError, done: () => toastDone() });
  render(
    <MantineProvider>
      <QueryClientProvider client={client}>
        <ModalsProvider>
          <Notifications />
          <Call {...props} />
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>,
  );
  await userEvent.click(screen.getByRole('button', { name: 'call' }));
}
const failing = (error: Error) => async () => {
  throw error;
};

describe('calls', () => {
  it('that block show an alert titled Errore with OK only', async () => {
    await callIt({ work: failing(new ApiError(409, 'STALE_VERSION', [])) });
    const dialog = await screen.findByRole('dialog', { name: 'Errore' });
    expect(dialog).toHaveTextContent('I dati sono stati modificati nel frattempo');
    const shown = [...dialog.querySelectorAll('button')].filter((button) => button.style.display !== 'none');
    expect(shown.map((button) => button.textContent)).toEqual(['', 'OK']);
    await userEvent.click(screen.getByRole('button', { name: 'OK' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  });

  it('that do not block show a toast', async () => {
    await callIt({ work: failing(new TransportError(503, 'HTTP 503')), meta: { blocking: false } });
    expect(
      await screen.findByText('Servizio non disponibile al momento. Riprova più tardi.'),
    ).toBeInTheDocument();
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('that show their failure themselves show nothing else', async () => {
    await callIt({ work: failing(new ApiError(400, 'VALIDATION', ['name'])), meta: { inline: true } });
    await waitFor(() => expect(blocking.isSet()).toBe(false));
    expect(screen.queryByText(/Dati non validi/)).not.toBeInTheDocument();
  });

  it('that show one kind of failure themselves tell of every other', async () => {
    const meta = { inline: ['STALE_VERSION'] as const };
    await callIt({ work: failing(new ApiError(409, 'STALE_VERSION', [])), meta });
    await waitFor(() => expect(blocking.isSet()).toBe(false));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    cleanup();
    await callIt({ work: failing(new ApiError(400, 'VALIDATION', ['name'])), meta });
    expect(await screen.findByRole('dialog', { name: 'Errore' })).toBeInTheDocument();
  });

  it('set the blocking flag while they run, and clear it on success and on error', async () => {
    let finish: (() => void) | undefined;
    await callIt({
      work: () => new Promise<void>((resolve) => void (finish = resolve)),
      meta: { confirm: true },
    });
    await waitFor(() => expect(blocking.isSet()).toBe(true));
    finish?.();
    expect(await screen.findByText('Operazione completata con successo.')).toBeInTheDocument();
    expect(screen.getByText('Conferma')).toBeInTheDocument();
    expect(blocking.isSet()).toBe(false);
    await expect(blocking.during(failing(new Error('x')))).rejects.toThrow('x');
    expect(blocking.isSet()).toBe(false);
  });
});

describe('a read the page shows', () => {
  it('tells of its failure by a toast only where there is something else on the page', async () => {
    const answers: (() => Promise<string>)[] = [
      failing(new ApiError(404, 'NOT_FOUND', [])),
      async () => 'here it is',
      failing(new ApiError(404, 'NOT_FOUND', [])),
    ] as (() => Promise<string>)[];
    const toasts: unknown[] = [];
    const client = createQueryClient({
      alert: () => {},
      toast: (error) => toasts.push(error),
      done: () => {},
    });
    function Page() {
      const query = useQuery({
        queryKey: ['it'],
        queryFn: () => answers.shift()?.(),
        meta: { inline: true },
      });
      return <button onClick={() => void query.refetch()}>{query.data ?? query.error?.message ?? ''}</button>;
    }
    render(
      <QueryClientProvider client={client}>
        <Page />
      </QueryClientProvider>,
    );
    const button = screen.getByRole('button');
    await waitFor(() => expect(button.textContent).not.toBe(''));
    expect(toasts).toEqual([]);
    await userEvent.click(button);
    await waitFor(() => expect(button).toHaveTextContent('here it is'));
    await userEvent.click(button);
    await waitFor(() => expect(toasts).toHaveLength(1));
    expect(button).toHaveTextContent('here it is');
  });
});

describe('the confirmation', () => {
  it('is titled Conferma operazione with Procedi and Annulla', async () => {
    await callIt({
      work: () => confirm({ message: 'Sicuro?' }).then((agreed) => toastDone(`agreed ${agreed}`)),
    });
    expect(await screen.findByRole('dialog', { name: 'Conferma operazione' })).toHaveTextContent('Sicuro?');
    await userEvent.click(screen.getByRole('button', { name: 'Procedi' }));
    expect(await screen.findByText('agreed true')).toBeInTheDocument();
  });

  it('answers no when cancelled or closed', async () => {
    await callIt({
      work: () => confirm({ message: 'Sicuro?' }).then((agreed) => toastDone(`agreed ${agreed}`)),
    });
    await userEvent.click(await screen.findByRole('button', { name: 'Annulla' }));
    expect(await screen.findByText('agreed false')).toBeInTheDocument();
  });
});
