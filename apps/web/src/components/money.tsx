import { useTranslation } from 'react-i18next';
import { HIDDEN_AMOUNT, useAmountsHidden } from '../lib/hide-amounts';
import { formatMoney } from '../lib/money';
import classes from './money.module.css';

interface MoneyProps {
  /** Integer euro cents. */
  readonly cents: number;
  /** A plus before positive amounts. */
  readonly sign?: boolean;
  /** Red below zero, green above; the sign says the same without colour. */
  readonly colored?: boolean;
}

/** An amount in euro, with figures of one width, hidden while the eye is shut. */
export function Money({ cents, sign = false, colored = false }: MoneyProps) {
  const { t } = useTranslation();
  const hidden = useAmountsHidden();
  if (hidden) {
    return (
      <span className={classes.figures}>
        <span aria-hidden="true">{HIDDEN_AMOUNT}</span>
        <span className={classes.spoken}>{t('COMMON.AMOUNT_HIDDEN')}</span>
      </span>
    );
  }
  const tone = cents < 0 ? classes.negative : cents > 0 ? classes.positive : undefined;
  return (
    <span className={[classes.figures, colored ? tone : undefined].filter(Boolean).join(' ')}>
      {formatMoney(cents, { sign })}
    </span>
  );
}
