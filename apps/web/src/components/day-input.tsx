import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/it';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { parseDay, today } from '../lib/day';

interface DayInputProps extends Omit<DateInputProps, 'value' | 'onChange' | 'valueFormat' | 'dateParser'> {
  /** `YYYY-MM-DD`, `null` when empty. */
  readonly value: string | null;
  readonly onChange: (day: string | null) => void;
  /** A year left out while typing is this day's; today's by default. */
  readonly reference?: string;
}

/** A field for a day, gg/mm/aaaa, week from Monday; the year may be left out. */
export function DayInput({ value, onChange, reference, ...props }: DayInputProps) {
  const { t, i18n } = useTranslation();
  /** What was typed and left although it is no day of those allowed: the field shows its last day again. */
  const [refused, setRefused] = useState<string>();
  const { minDate, maxDate, onBlur } = props;
  const error = refused === undefined ? props.error : t('COMMON.FIELD.DAY_REFUSED', { text: refused });
  const read = (text: string): string | null => parseDay(text, reference ?? today()) ?? null;
  const isAllowed = (day: string): boolean =>
    (!minDate || day >= String(minDate)) && (!maxDate || day <= String(maxDate));
  return (
    <DateInput
      locale={i18n.language}
      firstDayOfWeek={1}
      valueFormat="DD/MM/YYYY"
      placeholder={t('COMMON.FIELD.DAY_PLACEHOLDER')}
      popoverProps={{ withinPortal: true }}
      {...props}
      value={value}
      error={error}
      // The calendar opens below the field and would cover an error that stood there.
      inputWrapperOrder={['label', 'description', 'error', 'input']}
      onChange={(next) => {
        setRefused(undefined);
        onChange(next ? next.slice(0, 10) : null);
      }}
      onBlur={(event) => {
        const text = event.currentTarget.value.trim();
        const day = read(text);
        setRefused(text === '' || (day !== null && isAllowed(day)) ? undefined : text);
        onBlur?.(event);
      }}
      dateParser={read}
    />
  );
}
