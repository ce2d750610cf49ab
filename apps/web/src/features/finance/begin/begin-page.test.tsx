import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { showPage } from '../shared/test-page';
import { Component } from './begin-page';

beforeAll(async () => {
  await startTexts('it');
  // jsdom has no layout to scroll.
  import.meta.jest.spyOn(window, 'scrollTo').mockImplementation(() => undefined);
});

it('says what a quarter opens with where no statement is read', async () => {
  showPage(Component, '/fibado/dashboard/begin', '/fibado/dashboard/begin', {
    'GET /api/finance/quarters/list': { body: [] },
  });
  expect(await screen.findByRole('searchbox', { name: 'Cerca una banca' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('button', { name: /^FinecoBank/ }));
  await userEvent.click(screen.getByRole('button', { name: 'Avanti' }));
  expect(await screen.findByRole('heading', { name: 'Quanto c’è oggi sui tuoi conti?' })).toBeInTheDocument();
  expect(
    screen.getByText(/Senza un estratto conto il trimestre si apre con il saldo di oggi\./),
  ).toBeInTheDocument();
});
