/** The scale of the program: balances in hundreds of euro, the objective in cents, so that numbers stay near one. */

export const UNIT_CENTS = 10_000;

export function units(cents: number): number {
  return cents / UNIT_CENTS;
}
