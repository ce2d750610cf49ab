import { screen } from '@testing-library/react';
import { useTexts as startTexts } from '../../../../test/texts';
import { Component as Planning } from '../automatic-planning/automatic-planning-page';
import { Component as Bank } from '../banks/bank-editor-page';
import { Component as Import } from '../import-data/import-data-page';
import { ids } from './test-household';
import { showPage } from './test-page';

beforeAll(() => startTexts('it'));

const PLANNING = '/fibado/dashboard/automatic-planning';
const empty = { items: [], total: 0, page: 0, size: 10 };
const answers = {
  'GET /api/finance/optimizer/runs?quarter=2027-01-01&page=0&size=10': { body: empty },
  'GET /api/finance/imports/list?page=0&size=10': { body: empty },
};

it.each([
  [Bank, `/fibado/banks/edit/${ids.alfa}`, '/fibado/banks/edit/:id', 'Salva'],
  [Planning, `${PLANNING}/2027-01-01`, `${PLANNING}/:date`, 'Calcola il piano'],
  [Import, '/fibado/import-data?quarter=2027-01-01', '/fibado/import-data', /Trascina qui/],
])('tells who may only read, and offers nothing to change: %#', async (page, address, pattern, button) => {
  showPage(page, address, pattern, answers, ['FBDO_READ']);
  expect(await screen.findByText(/^Puoi guardare, ma non cambiare/)).toBeInTheDocument();
  expect(screen.queryByRole('button', { name: button })).not.toBeInTheDocument();
});
