import type { SaveAccount } from '@fibado/contracts';
import { isPaymentAccount } from '@fibado/planning';
import { Checkbox, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { optionalText } from '../shared/editor-values';

interface PaymentFieldsProps {
  readonly value: Pick<SaveAccount, 'kind' | 'linkedAccountId' | 'payment' | 'payeeName'>;
  readonly onChange: (patch: Partial<SaveAccount>) => void;
  readonly error: (path: string) => string | undefined;
}

/** Whether payments leave and reach the account, and the name its bank verifies a payee by. */
export function PaymentFields({ value, onChange, error }: PaymentFieldsProps) {
  const { t } = useTranslation();
  return (
    <>
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
