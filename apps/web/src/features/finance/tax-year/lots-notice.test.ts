import type { Lot } from '@fibado/contracts';
import { lotsOfYear } from './lots-notice';

const lot = (openedOn: string, maturityDate: string, brokenOn?: string) =>
  ({ openedOn, maturityDate, brokenOn }) as Lot;

it('finds the lots that were there on some day of the year', () => {
  const inside = [
    lot('2024-12-31', '2025-06-30'),
    lot('2023-05-01', '2024-01-01'),
    lot('2023-05-01', '2026-01-01'),
  ];
  const outside = [lot('2025-01-01', '2025-06-30'), lot('2023-05-01', '2025-05-01', '2023-12-31')];
  expect(lotsOfYear([...inside, ...outside], 2024)).toEqual(inside);
});
