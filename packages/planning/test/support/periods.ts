/** Short ways to write examples of periods. */

import { type Account } from '../../src/index.js';

export const euro = (amount: number): number => Math.round(amount * 100);
export const YEARLY: Partial<Account> = { statementPeriod: 'YEARLY' };
export const FIXED: Partial<Account> = { dutyRegime: 'FIXED' };
