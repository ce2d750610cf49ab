import type { SaveAccount } from '@fibado/contracts';
import { isPaymentAccount } from '@fibado/planning';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { MoneyInput } from '../../../components/money-input';
import { optional, optionalText } from '../shared/editor-values';
import { hasPaymentTerms } from './account-needs';

type PaymentTerms = Pick<
  SaveAccount,
  'kind' | 'linkedAccountId' | 'payment' | 'payeeName' | 'cutOff' | 'singleLimitCents' | 'dailyLimitCents'
>;

interface PaymentFieldsProps {
  readonly value: PaymentTerms;
  readonly onChange: (patch: Partial<SaveAccount>) => void;
  readonly error: (path: string) => string | undefined;
  readonly unreadable: (path: string) => (readable: boolean) => void;
}

const LIMITS = ['singleLimitCents', 'dailyLimitCents'] as const;
const LIMIT_KEYS = { singleLimitCents: 'SINGLE_LIMIT', dailyLimitCents: 'DAILY_LIMIT' } as const;

/** Until when transfers leave today and how much may leave, whether payments leave and reach the account, and the name its bank verifies a payee by. */
export function PaymentFields({ value, onChange, error, unreadable }: PaymentFieldsProps) {
  const { t } = useTranslation();
  if (!hasPaymentTerms(value)) return null;
  return (
    <>
      {LIMITS.map((limit) => (
        <MoneyInput
          key={limit}
          label={t(`FINANCE.FIELD.${LIMIT_KEYS[limit]}`)}
          description={t(`FINANCE.ACCOUNTS.${LIMIT_KEYS[limit]}_HELP`)}
          value={value[limit] ?? null}
          error={error(limit)}
          onValidity={unreadable(limit)}
          onChange={(cents) => onChange({ [limit]: optional(cents) })}
        />
      ))}
      <TextInput
        type="time"
        label={t('FINANCE.FIELD.CUT_OFF')}
        description={t('FINANCE.ACCOUNTS.CUT_OFF_HELP')}
        value={value.cutOff ?? ''}
        error={error('cutOff')}
        onChange={(e) => onChange({ cutOff: optionalText(e.currentTarget.value) })}
      />
      <TextInput
        label={t('FINANCE.FIELD.PAYEE_NAME')}
        description={t('FINANCE.ACCOUNTS.PAYEE_HELP')}
        maxLength={140}
        value={value.payeeName ?? ''}
        error={error('payeeName')}
        onChange={(e) => onChange({ payeeName: optionalText(e.currentTarget.value) })}
      />
      {value.linkedAccountId !== undefined && (
        <Checkbox
          label={t('FINANCE.FIELD.PAYMENT')}
          description={t('FINANCE.ACCOUNTS.PAYMENT_HELP')}
          checked={isPaymentAccount(value)}
          onChange={(e) => onChange({ payment: e.currentTarget.checked ? true : undefined })}
        />
      )}
    </>
  );
}

/** The fields as texts, to compare with a concurrent change. */
export function describePayment(
  account: PaymentTerms,
  t: (key: string) => string,
  money: (cents: number | undefined) => string,
): readonly (readonly [string, string])[] {
  return [
    ...LIMITS.map((limit) => [t(`FINANCE.FIELD.${LIMIT_KEYS[limit]}`), money(account[limit])] as const),
    [t('FINANCE.FIELD.CUT_OFF'), account.cutOff ?? '–'],
    [t('FINANCE.FIELD.PAYEE_NAME'), account.payeeName ?? '–'],
    [t('FINANCE.FIELD.PAYMENT'), t(isPaymentAccount(account) ? 'COMMON.YES' : 'COMMON.NO')],
  ];
}
