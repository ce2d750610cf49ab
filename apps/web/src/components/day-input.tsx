import { DateInput, type DateInputProps } from '@mantine/dates';
import '@mantine/dates/styles.css';
import 'dayjs/locale/it';
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
  return (
    <DateInput
      locale={i18n.language}
      firstDayOfWeek={1}
      valueFormat="DD/MM/YYYY"
      placeholder={t('COMMON.FIELD.DAY_PLACEHOLDER')}
      popoverProps={{ withinPortal: true }}
      {...props}
      value={value}
      onChange={(next) => onChange(next ? next.slice(0, 10) : null)}
      dateParser={(text) => parseDay(text, reference ?? today()) ?? null}
    />
  );
}
