import { screen } from '@testing-library/react';
import { useTexts as startTexts } from '../../../../test/texts';
import { ids, testData, testOperation } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { NextTransferCard } from './next-transfer-card';

const DAY = '2027-01-12';

const show = (to: string) => {
  const transfer = testOperation({ id: ids.move, kind: 'TRANSFER', date: DAY, toAccountId: to });
  const Card = () => <NextTransferCard data={testData} transfer={transfer} today={DAY} />;
  showPage(Card, '/fibado/today', '/fibado/today', {});
};

beforeAll(() => startTexts('it'));

describe('what to type at the bank', () => {
  it('is there to be copied, under labels as those of all fields', async () => {
    show(ids.savings);
    const iban = await screen.findByRole('textbox', { name: 'IBAN' });
    expect(iban).toHaveValue('IT60X0542811101000000123456');
    // In the font of all fields, and its label too.
    expect([iban, ...screen.getAllByText('IBAN')].map((one) => one.style.fontFamily).join('')).toBe('');
    expect(iban.closest('div[style*="monospace"]')).toBeNull();
    expect(screen.queryByRole('link', { name: 'Scrivi l’IBAN' })).not.toBeInTheDocument();
  });

  it('leads to the account that has no IBAN yet', async () => {
    show(ids.main);
    expect(await screen.findByRole('link', { name: 'Scrivi l’IBAN' })).toHaveAttribute(
      'href',
      `/fibado/accounts/edit/${ids.main}`,
    );
  });
});
