import type { SaveTermOffer } from '@fibado/contracts';
import { Checkbox, NativeSelect } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import type { Editor } from '../shared/editor';
import { optional } from '../shared/editor-values';

const DUTY_BASES = ['PRUDENT', 'AVERAGE', 'CLOSING'] as const;
const INTEREST_BASES = ['ACT_ACT', 'ACT_365'] as const;

/** What is withheld from the interest of a lot, who pays its duty and on what, and how its days are counted. */
export function TaxFields({ editor }: { readonly editor: Editor<SaveTermOffer> }) {
  const { t } = useTranslation();
  const { value, set, error, unreadable } = editor;
  const isPaidByBank = value.dutyPaidByBank ?? false;
  return (
    <>
      <DecimalInput
        label={t('FINANCE.FIELD.WITHHOLDING')}
        description={t('FINANCE.TERM.HELP.WITHHOLDING')}
        value={value.withholdingPct ?? null}
        error={error('withholdingPct')}
        onValidity={unreadable('withholdingPct')}
        onChange={(rate) => set('withholdingPct', optional(rate))}
      />
      <NativeSelect
        label={t('FINANCE.FIELD.INTEREST_BASIS')}
        value={value.interestBasis ?? 'ACT_ACT'}
        data={INTEREST_BASES.map((one) => ({ value: one, label: t(`FINANCE.INTEREST_BASIS.${one}`) }))}
        onChange={(e) => set('interestBasis', e.currentTarget.value as SaveTermOffer['interestBasis'])}
      />
      <Checkbox
        label={t('FINANCE.FIELD.DUTY_PAID_BY_BANK')}
        checked={isPaidByBank}
        onChange={(e) => set('dutyPaidByBank', e.currentTarget.checked)}
      />
      {!isPaidByBank && value.payout === 'MATURITY' && (
        <MoneyInput
          label={t('FINANCE.TERM.FIELD.DUTY_FREE')}
          description={t('FINANCE.TERM.HELP.DUTY_FREE')}
          value={value.dutyFreeUpToCents ?? null}
          error={error('dutyFreeUpToCents')}
          onValidity={unreadable('dutyFreeUpToCents')}
          onChange={(cents) => set('dutyFreeUpToCents', optional(cents))}
        />
      )}
      {!isPaidByBank && (
        <NativeSelect
          label={t('FINANCE.FIELD.DUTY_BASE')}
          value={value.dutyBase ?? 'PRUDENT'}
          data={DUTY_BASES.map((one) => ({ value: one, label: t(`FINANCE.DUTY_BASE.${one}`) }))}
          onChange={(e) => set('dutyBase', e.currentTarget.value as SaveTermOffer['dutyBase'])}
        />
      )}
    </>
  );
}
