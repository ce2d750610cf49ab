import type { Account, SaveTermOffer } from '@fibado/contracts';
import { NativeSelect, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import type { Editor } from '../shared/editor';
import { NameField } from '../shared/name-field';
import type { Household } from '../shared/queries';

/** The accounts from which lots can be paid and to which they pay out. */
export const linkable = (accounts: readonly Account[]): Account[] =>
  accounts.filter(({ kind, active }) => active && kind !== 'DEPOSIT_TERM' && kind !== 'CASH');

interface OfferBankProps {
  readonly editor: Editor<SaveTermOffer>;
  readonly household: Household;
}

/** Whose offer it is, and where its terms were read. */
export function OfferBank({ editor, household }: OfferBankProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, touch } = editor;
  const accounts = linkable(household.accounts);
  const banks = household.banks.filter(({ id }) => accounts.some(({ bankId }) => bankId === id));
  const ofBank = (bankId: string) => accounts.filter((account) => account.bankId === bankId);
  return (
    <>
      <NameField editor={editor} />
      <NativeSelect
        label={t('FINANCE.FIELD.BANK')}
        value={value.bankId}
        error={error('bankId')}
        data={banks.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(e) => {
          const bankId = e.currentTarget.value;
          setAll((old) => ({ ...old, bankId, linkedAccountId: ofBank(bankId)[0]?.id ?? '' }));
        }}
      />
      <NativeSelect
        label={t('FINANCE.FIELD.LINKED')}
        description={t('FINANCE.TERM.HELP.LINKED')}
        value={value.linkedAccountId}
        error={error('linkedAccountId')}
        data={ofBank(value.bankId).map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(e) => set('linkedAccountId', e.currentTarget.value)}
      />
      <TextInput
        label={t('FINANCE.TERM.FIELD.SOURCE')}
        description={t('FINANCE.TERM.HELP.SOURCE')}
        required
        value={value.source}
        error={error('source')}
        onChange={(e) => set('source', e.currentTarget.value)}
        onBlur={() => touch('source')}
      />
      <DayInput
        label={t('FINANCE.TERM.FIELD.AS_OF')}
        required
        value={value.asOf}
        error={error('asOf')}
        onChange={(day) => set('asOf', day ?? '')}
      />
    </>
  );
}
