import type { Operation } from '@fibado/contracts';

/** Whether an operation is due and unconfirmed; transfers have a list of their own. */
export const isToConfirm = ({ status, kind, date }: Operation, today: string): boolean =>
  status === 'PLANNED' && kind !== 'TRANSFER' && date <= today;
