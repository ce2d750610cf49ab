import { useTranslation } from 'react-i18next';
import { formatAmount, parseAmount } from '../lib/money';
import classes from './money.module.css';
import { type FieldProps, ParsedInput } from './parsed-input';

interface MoneyInputProps extends FieldProps {
  /** Integer euro cents, `null` when empty. */
  readonly value: number | null;
  readonly onChange: (cents: number | null) => void;
  readonly onValidity?: (readable: boolean) => void;
  /** Lets an amount below zero through. */
  readonly allowNegative?: boolean;
}

/** A field for an amount in euro: takes `1.234,56`, `1234,56` and `1234.56`. */
export function MoneyInput({ allowNegative = false, ...props }: MoneyInputProps) {
  const { t } = useTranslation();
  return (
    <ParsedInput
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: classes.figures ?? '' }}
      styles={{ input: { textAlign: 'right' } }}
      rightSection={<span aria-hidden="true">€</span>}
      rightSectionPointerEvents="none"
      unreadable={t('COMMON.FIELD.AMOUNT')}
      {...props}
      format={formatAmount}
      parse={(text) => {
        const cents = parseAmount(text);
        return cents !== undefined && cents < 0 && !allowNegative ? undefined : cents;
      }}
    />
  );
}
