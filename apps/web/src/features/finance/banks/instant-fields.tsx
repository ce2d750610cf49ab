import type { SaveBank } from '@fibado/contracts';
import { Checkbox, NativeSelect, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { optional } from '../shared/editor-values';

const BOOKINGS = ['NEXT_BUSINESS_DAY', 'SAME_DAY'] as const;

interface InstantFieldsProps {
  readonly value: Pick<SaveBank, 'instant' | 'weekendBooking'>;
  readonly onChange: (patch: Pick<SaveBank, 'instant' | 'weekendBooking'>) => void;
  readonly error: (path: string) => string | undefined;
}

/** Which instant transfers a bank offers, and when it books what moves at weekends. */
export function InstantFields({ value, onChange, error }: InstantFieldsProps) {
  const { t } = useTranslation();
  const { instant = { send: false, receive: false } } = value;
  const change = (patch: Partial<typeof instant>) => {
    const next = { ...instant, ...patch };
    onChange({ instant: next.send || next.receive ? next : undefined });
  };
  return (
    <>
      <Stack gap="xs">
        <Checkbox
          label={t('FINANCE.FIELD.INSTANT_SEND')}
          description={t('FINANCE.BANKS.INSTANT_HELP')}
          checked={instant.send}
          onChange={(e) => change({ send: e.currentTarget.checked })}
        />
        <Checkbox
          label={t('FINANCE.FIELD.INSTANT_RECEIVE')}
          checked={instant.receive}
          onChange={(e) => change({ receive: e.currentTarget.checked })}
        />
      </Stack>
      {value.instant !== undefined && (
        <DayInput
          label={t('FINANCE.FIELD.INSTANT_FROM')}
          description={t('COMMON.OPTIONAL')}
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          value={value.instant.from ?? null}
          error={error('instant.from')}
          onChange={(day) => change({ from: optional(day) })}
        />
      )}
      <NativeSelect
        label={t('FINANCE.FIELD.WEEKEND_BOOKING')}
        description={t('FINANCE.BANKS.WEEKEND_HELP')}
        data={BOOKINGS.map((v) => ({ value: v, label: t(`FINANCE.WEEKEND_BOOKING.${v}`) }))}
        value={value.weekendBooking ?? 'NEXT_BUSINESS_DAY'}
        onChange={(e) =>
          onChange({ weekendBooking: e.currentTarget.value as NonNullable<SaveBank['weekendBooking']> })
        }
      />
    </>
  );
}
