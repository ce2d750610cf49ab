import { reconciliation, type ReconciledAccountBody } from '@fibado/contracts';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { TypedFiguresDialog } from '../shared/typed-figures-dialog';

interface BankFiguresDialogProps {
  readonly account: ReconciledAccountBody;
  readonly year: number;
  readonly onClose: () => void;
}

const FIELDS = [
  ['grossInterestCents', 'GROSS_INTEREST'],
  ['withholdingCents', 'WITHHOLDING'],
  ['stampDutyCents', 'STAMP_DUTY'],
  ['feesCents', 'FEES'],
] as const;

/** The year's figures as the bank's paper has them; an empty field leaves the figure to the bookings. */
export function BankFiguresDialog({ account, year, onClose }: BankFiguresDialogProps) {
  const { t } = useTranslation();
  return (
    <TypedFiguresDialog
      title={t('FINANCE.RECONCILIATION.TYPE_OF', { account: account.name })}
      text={t('FINANCE.RECONCILIATION.TYPE_TEXT', { year })}
      fields={FIELDS.map(([key, figure]) => ({ key, label: t(`FINANCE.RECONCILIATION.${figure}`) }))}
      initial={account.typed}
      save={(figures) =>
        client.call(reconciliation.saveTyped, { body: { accountId: account.accountId, year, ...figures } })
      }
      savedText={t('FINANCE.TAX_YEAR.TYPED_SAVED', { account: account.name })}
      onClose={onClose}
    />
  );
}
