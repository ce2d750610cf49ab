import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { answering, type Answer } from '../../../test/http';
import { useTexts as startTexts } from '../../../test/texts';
import { Component as ConfirmEmailPage } from './confirm-email-page';

const link = 'a-link-of-at-least-twenty-characters';

async function open(answer: Answer) {
  await startTexts('it');
  const asked = answering({ 'POST /api/user/token/confirm-email': answer });
  const router = createMemoryRouter([{ path: '/confirm-email', element: <ConfirmEmailPage /> }], {
    initialEntries: [`/confirm-email#${link}`],
  });
  render(
    <MantineProvider>
      <RouterProvider router={router} />
    </MantineProvider>,
  );
  return asked;
}
const confirm = () => userEvent.click(screen.getByRole('button', { name: 'Conferma l’indirizzo' }));

describe('the page a link to a new e-mail address leads to', () => {
  it('confirms the address at a click and not by being opened', async () => {
    const asked = await open({ body: { email: 'anna@example.org' } });
    expect(asked).toEqual([]);
    await confirm();
    expect(await screen.findByRole('status')).toHaveTextContent('anna@example.org');
    expect(asked.map(({ body }) => body)).toEqual([{ link }]);
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('says that the link was used or is too old', async () => {
    await open({ status: 410, body: { error: 'LINK_EXPIRED', params: [] } });
    await confirm();
    expect(await screen.findByRole('alert')).not.toBeEmptyDOMElement();
    expect(screen.queryByRole('status')).toBeNull();
  });
});
