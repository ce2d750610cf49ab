import { NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface HorizonChoiceProps {
  /** How many quarters; `null`: this one alone. */
  readonly value: number | null;
  /** The household's setting. */
  readonly most: number;
  readonly disabled?: boolean;
  readonly onChange: (quarters: number | null) => void;
}

/** This quarter, or as many as the settings say. */
export function HorizonChoice({ value, most, disabled = false, onChange }: HorizonChoiceProps) {
  const { t } = useTranslation();
  if (most < 2) return null;
  return (
    <NativeSelect
      label={t('FINANCE.OPTION.horizon')}
      description={t('FINANCE.OPTION.horizon_WHY')}
      disabled={disabled}
      value={value === null ? 'ONE' : 'MANY'}
      data={[
        { value: 'ONE', label: t('FINANCE.OPTION.horizon_ONE') },
        { value: 'MANY', label: t('FINANCE.OPTION.horizon_MANY', { count: most }) },
      ]}
      onChange={(e) => onChange(e.currentTarget.value === 'MANY' ? most : null)}
    />
  );
}
