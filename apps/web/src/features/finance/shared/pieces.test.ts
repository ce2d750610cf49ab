import { piecesText, wholeAmounts } from './pieces';

const piece = (date: string, amountCents: number, to = 'b') => ({ date, from: 'a', to, amountCents });

describe('pieces of an amount', () => {
  it('are the transfers between the same accounts on the same day', () => {
    const [first, second, other, next] = [
      piece('2027-01-04', 500_000),
      piece('2027-01-04', 200_000),
      piece('2027-01-04', 500_000, 'c'),
      piece('2027-01-05', 500_000),
    ];
    const all = [first, other, second, next];
    expect(wholeAmounts(all, (one) => one)).toEqual([[first, second], [other], [next]]);
  });

  it('are said as how many of which amount', () => {
    const money = (cents: number) => `${String(cents / 100)} €`;
    expect(piecesText([500_000, 500_000, 500_000, 200_000], money)).toBe('3 × 5000 € + 2000 €');
    expect(piecesText([500_000], money)).toBe('5000 €');
  });
});
