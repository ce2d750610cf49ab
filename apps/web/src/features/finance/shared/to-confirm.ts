import type { Operation } from '@fibado/contracts';

/** Whether an operation's day has come and nobody has said yet that it happened; transfers have a list of their own. */
export const isToConfirm = ({ status, kind, date }: Operation, today: string): boolean =>
  status === 'PLANNED' && kind !== 'TRANSFER' && date <= today;
