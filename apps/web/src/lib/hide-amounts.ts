import { formatMoney } from './money';
import { createStore, useStore } from './store';

const KEY = 'fibado-hide-amounts';
/** What stands in the place of an amount that must not be seen. */
export const HIDDEN_AMOUNT = '••••••';

const hidden = createStore(localStorage.getItem(KEY) === 'Y');

export function toggleAmounts(): void {
  hidden.set((value) => !value);
  localStorage.setItem(KEY, hidden.get() ? 'Y' : 'N');
}

/** Whether amounts are hidden from people looking over the shoulder. */
export const useAmountsHidden = (): boolean => useStore(hidden);

/** Formats cents, or hides them while the eye is shut. For charts and texts; elsewhere use `<Money>`. */
export function useMoneyFormat(): (cents: number, options?: { readonly sign?: boolean }) => string {
  return useAmountsHidden() ? hide : formatMoney;
}

const hide = (): string => HIDDEN_AMOUNT;
