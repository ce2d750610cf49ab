import { MAX_UPLOAD_BYTES } from '@fibado/contracts';
import { usualPeriods } from '@fibado/planning';
import { Button, Collapse, Group, NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { IconFileUpload, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { DecimalInput } from '../../../components/decimal-input';
import { FilePicker } from '../../../components/file-picker';
import { MoneyInput } from '../../../components/money-input';
import { ACCOUNT_KINDS } from '../accounts/account-model';
import { PeriodFields } from '../accounts/account-terms';
import { type AccountDraft, accountIssues, type AccountKind, paysInterest } from './begin-model';
import type { Begin } from './use-begin';

interface AccountFieldsProps {
  readonly account: AccountDraft;
  readonly begin: Begin;
  readonly isFirst: boolean;
  readonly onFile: (file: File) => void;
}

/** What an account takes, and behind a button what is filled in already. */
export function AccountFields({ account, begin, isFirst, onFile }: AccountFieldsProps) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  const { accounts } = begin.draft;
  const issues = begin.isChecked ? accountIssues(account, accounts) : {};
  const wrong = (issue: string | undefined) =>
    issue === undefined ? undefined : t(`FINANCE.BEGIN.ISSUE.${issue}`);
  const set = (patch: Partial<AccountDraft>) => begin.changeAccount(account.key, patch);
  return (
    <div role="group" aria-label={account.name}>
      <SimpleGrid cols={{ base: 2, sm: 4 }} spacing="xs">
        <NativeSelect
          label={t('FINANCE.FIELD.KIND')}
          value={account.kind}
          error={wrong(issues.kind)}
          data={ACCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`FINANCE.KIND.${kind}`) }))}
          onChange={(event) => begin.setKind(account, event.currentTarget.value as AccountKind)}
        />
        <TextInput
          label={t('FINANCE.FIELD.NAME')}
          value={account.name}
          error={wrong(issues.name)}
          maxLength={120}
          onChange={(event) => set({ name: event.currentTarget.value })}
        />
        <MoneyInput
          label={t('FINANCE.BEGIN.ACCOUNTS.BALANCE')}
          {...(isFirst ? { 'data-first': true } : {})}
          allowNegative
          value={account.balanceCents}
          error={wrong(issues.balanceCents)}
          onValidity={begin.onValidity(`${account.key} balance`)}
          onChange={(balanceCents) => set({ balanceCents })}
        />
        <DecimalInput
          label={t('FINANCE.BEGIN.ACCOUNTS.RATE')}
          value={account.ratePct}
          error={wrong(issues.ratePct)}
          {...(paysInterest(account.kind) && account.ratePct === 0
            ? { description: t('FINANCE.BEGIN.ACCOUNTS.RATE_MISSING') }
            : {})}
          onValidity={begin.onValidity(`${account.key} rate`)}
          onChange={(ratePct) => set({ ratePct: ratePct ?? 0 })}
        />
        {account.kind === 'DEPOSIT_TERM' && (
          <DayInput
            label={t('FINANCE.FIELD.MATURITY')}
            value={account.maturityDate}
            error={wrong(issues.maturityDate)}
            onChange={(maturityDate) => set({ maturityDate })}
          />
        )}
      </SimpleGrid>
      <OtherFields account={account} begin={begin} isOpen={isOpen || issues.iban !== undefined} />
      <Group gap="xs" mt={4}>
        <Button size="compact-sm" variant="subtle" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'FINANCE.BEGIN.ACCOUNTS.LESS' : 'FINANCE.BEGIN.ACCOUNTS.MORE')}
        </Button>
        <FilePicker
          accept=".xls,.xlsx,.csv,.txt,.xml,.ofx,.qif,.html,.sta,.mt940"
          maxBytes={MAX_UPLOAD_BYTES}
          size="compact-sm"
          variant="subtle"
          leftSection={<IconFileUpload size={14} aria-hidden />}
          onFile={onFile}
        >
          {account.statement?.name ?? t('FINANCE.BEGIN.ACCOUNTS.FILE')}
        </FilePicker>
        {accounts.length > 1 && (
          <Button
            size="compact-sm"
            variant="subtle"
            color="red"
            leftSection={<IconTrash size={14} aria-hidden />}
            aria-label={t('FINANCE.BEGIN.ACCOUNTS.DROP_ACCOUNT', { name: account.name })}
            onClick={() => begin.dropAccount(account.key)}
          >
            {t('COMMON.DELETE')}
          </Button>
        )}
      </Group>
    </div>
  );
}

function OtherFields({
  account,
  begin,
  isOpen,
}: Pick<AccountFieldsProps, 'account' | 'begin'> & { readonly isOpen: boolean }) {
  const { t } = useTranslation();
  const issues = accountIssues(account, begin.draft.accounts);
  const set = (patch: Partial<AccountDraft>) => begin.changeAccount(account.key, patch);
  return (
    <Collapse expanded={isOpen}>
      <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="xs" mt="xs">
        <TextInput
          label={t('FINANCE.FIELD.IBAN')}
          value={account.iban}
          error={issues.iban && t('FINANCE.BEGIN.ISSUE.IBAN')}
          onChange={(event) => set({ iban: event.currentTarget.value })}
        />
        <MoneyInput
          label={t('FINANCE.FIELD.MIN')}
          value={account.minBalanceCents}
          onValidity={begin.onValidity(`${account.key} minimum`)}
          onChange={(cents) => set({ minBalanceCents: cents ?? 0 })}
        />
        <MoneyInput
          label={t('FINANCE.FIELD.MONTHLY_FEE')}
          value={account.monthlyFeeCents}
          onValidity={begin.onValidity(`${account.key} fee`)}
          onChange={(cents) => set({ monthlyFeeCents: cents ?? 0 })}
        />
        <PeriodFields
          kind={account.kind}
          value={account.periods ?? usualPeriods(account.kind)}
          onChange={(periods) => set({ periods })}
        />
      </SimpleGrid>
    </Collapse>
  );
}
