import { useTranslation } from 'react-i18next';
import { formatDecimal, parseDecimal } from '../lib/money';
import classes from './money.module.css';
import { type FieldProps, ParsedInput } from './parsed-input';

interface DecimalInputProps extends FieldProps {
  readonly value: number | null;
  readonly onChange: (value: number | null) => void;
  readonly onValidity?: (readable: boolean) => void;
  /** Shown in the field, `%` by default. */
  readonly unit?: string;
}

/** A field for a percentage or another number with up to four decimals, comma or dot. */
export function DecimalInput({ unit = '%', ...props }: DecimalInputProps) {
  const { t } = useTranslation();
  return (
    <ParsedInput
      inputMode="decimal"
      autoComplete="off"
      classNames={{ input: classes.figures ?? '' }}
      styles={{ input: { textAlign: 'right' } }}
      rightSection={<span aria-hidden="true">{unit}</span>}
      rightSectionPointerEvents="none"
      unreadable={t('COMMON.FIELD.DECIMAL')}
      {...props}
      format={formatDecimal}
      parse={parseDecimal}
    />
  );
}
