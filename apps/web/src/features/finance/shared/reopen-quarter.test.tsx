import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { ReopenQuarter, reopenableUntil } from './reopen-quarter';
import { testQuarter } from './test-household';
import { showPage } from './test-page';

const REOPEN = 'POST /api/finance/quarters/reopen-quarter';
const HOUR = 3_600_000;
const ago = (ms: number): string => new Date(Date.now() - ms).toISOString();

beforeAll(() => startTexts('it'));

describe('reopenableUntil', () => {
  const now = new Date('2027-01-02T12:00:00Z');
  const started = { ...testQuarter, state: 'STARTED', startedAt: '2027-01-01T12:00:00Z' } as const;

  it('is 24 hours after the start or the closing, to the moment', () => {
    expect(reopenableUntil(started, now)).toBe('2027-01-02T12:00:00.000Z');
    expect(reopenableUntil(started, new Date(now.getTime() + 1))).toBeUndefined();
    const closed = { ...started, state: 'CLOSED', closedAt: '2027-01-02T11:00:00Z' } as const;
    expect(reopenableUntil(closed, now)).toBe('2027-01-03T11:00:00.000Z');
    expect(reopenableUntil(testQuarter, now)).toBeUndefined();
  });
});

describe('taking a start back', () => {
  const started = { ...testQuarter, state: 'STARTED', startedAt: ago(HOUR) } as const;
  const open = (roles?: Parameters<typeof showPage>[4]) =>
    showPage(
      () => <ReopenQuarter quarter={started} />,
      '/q',
      '/q',
      { [REOPEN]: { body: testQuarter } },
      roles,
    );

  it('asks first', async () => {
    const { asked } = open();
    await userEvent.click(await screen.findByRole('button', { name: 'Annulla l’avvio' }));
    const dialog = await screen.findByRole('dialog');
    expect(asked.some(({ method }) => method === 'POST')).toBe(false);
    await userEvent.click(within(dialog).getByRole('button', { name: 'Annulla l’avvio' }));
    await waitFor(() =>
      expect(asked.find(({ method }) => method === 'POST')?.body).toEqual({ date: '2027-01-01' }),
    );
  });

  it('is not offered to readers', () => {
    open(['FBDO_READ']);
    expect(screen.queryByRole('button', { name: 'Annulla l’avvio' })).not.toBeInTheDocument();
  });
});
