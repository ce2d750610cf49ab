import { Money } from '../../../components/money';
import { useAmountsHidden } from '../../../lib/hide-amounts';
import { formatAmount } from '../../../lib/money';

/** An amount in whole euro, as a declaration takes it. */
export function WholeEuro({ euro }: { readonly euro: number }) {
  const hidden = useAmountsHidden();
  const cents = euro * 100;
  return hidden ? <Money cents={cents} /> : <>{formatAmount(cents).slice(0, -3)}&nbsp;€</>;
}
