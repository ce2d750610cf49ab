import { type TaxYearAccount, taxYear } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { TypedFiguresDialog } from '../shared/typed-figures-dialog';

interface TypedDialogProps {
  readonly account: TaxYearAccount;
  readonly year: number;
  readonly onClose: () => void;
}

/** The two figures as the bank's own paper states them, of the whole account. */
export function TypedDialog({ account, year, onClose }: TypedDialogProps) {
  const { t } = useTranslation();
  return (
    <TypedFiguresDialog
      title={t('FINANCE.TAX_YEAR.TYPE_OF', { account: account.name })}
      text={t('FINANCE.TAX_YEAR.TYPED_TEXT')}
      fields={[
        { key: 'closingCents', label: t('FINANCE.TAX_YEAR.BALANCE_ON', { year }), allowNegative: true },
        { key: 'averageCents', label: t('FINANCE.TAX_YEAR.AVERAGE_OF', { year }) },
      ]}
      initial={{ closingCents: account.typedClosingCents, averageCents: account.typedAverageCents }}
      save={(figures) =>
        client.call(taxYear.saveTyped, { body: { accountId: account.accountId, year, ...figures } })
      }
      savedText={t('FINANCE.TAX_YEAR.TYPED_SAVED', { account: account.name })}
      onClose={onClose}
    />
  );
}
