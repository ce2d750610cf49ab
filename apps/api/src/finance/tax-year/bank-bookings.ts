import type { BankBooking, Operation } from '@fibado/planning';
import { recogniseText } from '@fibado/spreadsheets';

/** A booking with the day it is shown by. */
export interface ShownBooking extends BankBooking {
  readonly date: string;
}

/**
 * The movements by which banks booked interest, withholding, duty and fees, recognised by their words. What is planned
 * was not booked by any bank.
 */
export function bankBookings(operations: readonly Operation[]): ShownBooking[] {
  return operations.flatMap(
    ({ kind, status, accountId, date, valueDate, amountCents, description, category }) => {
      if (status !== 'DONE' || kind === 'TRANSFER') return [];
      const text = `${description} ${category ?? ''}`;
      const isCredit = kind === 'INCOME';
      const recognised = recogniseText(text, isCredit ? amountCents : 0 - amountCents);
      if (recognised === undefined || recognised === 'SALARY' || recognised === 'INTERNAL_TRANSFER')
        return [];
      const adds = recognised === 'INTEREST' ? isCredit : !isCredit;
      return [
        {
          accountId,
          kind: recognised,
          date,
          valueDate,
          amountCents: adds ? amountCents : 0 - amountCents,
          description,
          isGross: recognised === 'INTEREST' && /\blord[io]\b/i.test(text),
        },
      ];
    },
  );
}
