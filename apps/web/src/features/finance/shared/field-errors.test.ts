import { saveGoal } from '@fibado/contracts';
import { fieldErrors } from './field-errors';

describe('what is wrong with a field', () => {
  const goal = { name: 'Vacanze', date: '2026-06-30' };

  it('is that it is required while an amount is empty, and that it is too small below zero', () => {
    expect(fieldErrors(saveGoal, { ...goal, amountCents: 0 })).toEqual({ amountCents: 'REQUIRED' });
    expect(fieldErrors(saveGoal, { ...goal, amountCents: -1 })).toEqual({ amountCents: 'TOO_SMALL' });
    expect(fieldErrors(saveGoal, { ...goal, amountCents: 1 })).toEqual({});
  });
});
