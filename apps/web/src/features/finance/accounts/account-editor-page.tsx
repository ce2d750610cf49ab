import { accounts as accountsApi, type Account, saveAccount, type SaveAccount } from '@fibado/contracts';
import { periodsOf } from '@fibado/planning';
import {
  Alert,
  Anchor,
  Checkbox,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Text,
  TextInput,
} from '@mantine/core';
import type { ReactNode } from 'react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { DayInput } from '../../../components/day-input';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { formatMoney, formatPercent } from '../../../lib/money';
import type { Editor } from '../shared/editor';
import { optional } from '../shared/editor-values';
import { NameField } from '../shared/name-field';
import { nameIn } from '../shared/problem';
import { accountsQuery, type Household } from '../shared/queries';
import { ResourceEditorPage, ResourceForm } from '../shared/resource-pages';
import { copyOfAccount, newAccount } from './account-model';
import { type AccountTerms, DutyFields, FeeFields, KindFields, PeriodFields } from './account-terms';
import { formatIban, readIban } from './iban';
import { describePayment, PaymentFields } from './payment-fields';
import { RatesEditor } from './rates-editor';

/** Create or edit one account. */
export function Component() {
  return (
    <ResourceEditorPage<Account, SaveAccount>
      back="/fibado/accounts"
      begin={({ banks, accountGroups, accounts }) => {
        if (banks.length === 0 || accountGroups.length === 0) return { instead: <Missing /> };
        return {
          all: accounts,
          copy: copyOfAccount,
          create: () => newAccount(onlyOne(banks), onlyOne(accountGroups), todayOf()),
        };
      }}
      form={(initial, household) => <AccountForm initial={initial} household={household} />}
    />
  );
}

/** The one there is; of several none is taken for granted, for a wrong bank makes every figure of duty wrong. */
const onlyOne = ([first, ...others]: readonly { readonly id: string }[]): string =>
  first && others.length === 0 ? first.id : '';

/** An account needs a bank and a group before it. */
function Missing() {
  const { t } = useTranslation();
  return (
    <Alert color="yellow" title={t('FINANCE.ACCOUNTS.MISSING')}>
      <Anchor component={Link} to="/fibado/banks/create">
        {t('FINANCE.BANKS.CREATE')}
      </Anchor>
      {' · '}
      <Anchor component={Link} to="/fibado/account-groups/create">
        {t('FINANCE.GROUPS.CREATE')}
      </Anchor>
    </Alert>
  );
}

const INTEREST = ['ACT_ACT', 'ACT_365'] as const;

interface SectionProps {
  readonly editor: Editor<SaveAccount>;
  readonly household: Household;
}

function AccountForm({
  initial,
  household,
}: {
  readonly initial: SaveAccount;
  readonly household: Household;
}) {
  const { t } = useTranslation();
  return (
    <ResourceForm<SaveAccount>
      initial={initial}
      schema={saveAccount}
      save={(body) => client.call(accountsApi.save, { body })}
      texts="FINANCE.ACCOUNTS"
      back="/fibado/accounts"
      reread={(queries) => queries.fetchQuery({ ...accountsQuery(), staleTime: 0 })}
      describe={(account) => describe(account, household, t)}
    >
      {(editor) => <AccountSections editor={editor} household={household} />}
    </ResourceForm>
  );
}

function AccountSections({ editor, household }: SectionProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, unreadable } = editor;
  const section = { editor, household };
  const terms = {
    value,
    error,
    unreadable,
    onChange: (patch: Partial<AccountTerms>) => setAll((old) => ({ ...old, ...patch })),
  };
  return (
    <>
      <Section title={t('FINANCE.ACCOUNTS.SECTION_IDENTITY')}>
        <Identity {...section} />
      </Section>
      <Section title={t('FINANCE.ACCOUNTS.SECTION_RATES')} text={t('FINANCE.RATES.TEXT')}>
        <RatesEditor
          value={value.rates}
          onChange={(rates) => set('rates', rates)}
          error={error}
          unreadable={unreadable}
          today={todayOf()}
        />
        <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }} mt="md">
          <NativeSelect
            label={t('FINANCE.FIELD.INTEREST_BASIS')}
            value={value.interestBasis ?? 'ACT_ACT'}
            data={INTEREST.map((v) => ({ value: v, label: t(`FINANCE.INTEREST_BASIS.${v}`) }))}
            onChange={(e) => set('interestBasis', e.currentTarget.value as Account['interestBasis'])}
          />
          <DecimalInput
            label={t('FINANCE.FIELD.OVERDRAFT_RATE')}
            description={t('COMMON.OPTIONAL')}
            value={value.overdraftRatePct ?? null}
            error={error('overdraftRatePct')}
            onValidity={unreadable('overdraftRatePct')}
            onChange={(v) => set('overdraftRatePct', optional(v))}
          />
          <DecimalInput
            label={t('FINANCE.FIELD.WITHHOLDING')}
            description={t('FINANCE.FIELD.WITHHOLDING_HELP', {
              usual: formatPercent(household.settings.withholdingPct),
            })}
            value={value.withholdingPct ?? null}
            error={error('withholdingPct')}
            onValidity={unreadable('withholdingPct')}
            onChange={(v) => set('withholdingPct', optional(v))}
          />
        </SimpleGrid>
      </Section>
      <Section title={t('FINANCE.ACCOUNTS.SECTION_PERIODS')}>
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <PeriodFields
            kind={value.kind}
            value={value}
            onChange={(periods) => setAll((old) => ({ ...old, ...periods }))}
          />
        </SimpleGrid>
      </Section>
      <Section title={t('FINANCE.ACCOUNTS.SECTION_DUTY')}>
        <DutyFields terms={terms} />
      </Section>
      <Section title={t('FINANCE.ACCOUNTS.SECTION_LIMITS')}>
        <Limits {...section} />
      </Section>
      <Section title={t('FINANCE.ACCOUNTS.SECTION_FEES')}>
        <FeeFields terms={terms} />
      </Section>
    </>
  );
}

function Section({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children: ReactNode;
}) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Text fw={600} mb={text === undefined ? 'sm' : 2} component="h2" fz="md" mt={0}>
        {title}
      </Text>
      {text !== undefined && (
        <Text size="xs" c="dimmed" mb="sm">
          {text}
        </Text>
      )}
      {children}
    </Paper>
  );
}

function Identity({ editor, household }: SectionProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, touch } = editor;
  // What is typed stays as typed; the entity holds the IBAN itself, or the bare text while it is wrong.
  const [iban, setIban] = useState(value.iban === undefined ? '' : formatIban(value.iban));
  const reading = readIban(iban, household.banks);
  const bank = nameIn(household.banks);
  const bankAbi = household.banks.find(({ id }) => id === value.bankId)?.abi;
  const choices = (rows: readonly { readonly id: string; readonly name: string }[], chosen: string) => [
    ...(chosen === '' ? [{ value: '', label: t('FINANCE.ACCOUNTS.CHOOSE') }] : []),
    ...rows.map((row) => ({ value: row.id, label: row.name })),
  ];
  const typeIban = (text: string) => {
    setIban(text);
    const now = readIban(text, household.banks);
    set('iban', now.state === 'EMPTY' ? undefined : now.state === 'VALID' ? now.iban : text);
    if (now.state === 'VALID' && now.bankId !== undefined) set('bankId', now.bankId);
  };
  const ibanText =
    reading.state === 'VALID'
      ? reading.bankId !== undefined
        ? t('FINANCE.IBAN.BANK', { bank: bank(reading.bankId) })
        : reading.abi !== undefined
          ? t('FINANCE.IBAN.ABI', { abi: reading.abi })
          : t('FINANCE.IBAN.VALID')
      : t(`FINANCE.IBAN.${reading.state}`);
  const ibanError = reading.state === 'WRONG' ? t('FINANCE.ISSUE.IBAN') : error('iban');
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <NameField editor={editor} />
      <TextInput
        label={t('FINANCE.FIELD.IBAN')}
        description={<span aria-live="polite">{ibanError === undefined && ibanText}</span>}
        autoComplete="off"
        spellCheck={false}
        value={iban}
        error={ibanError}
        onChange={(e) => typeIban(e.currentTarget.value)}
        onBlur={() => touch('iban')}
      />
      <NativeSelect
        label={t('FINANCE.FIELD.BANK')}
        required
        description={
          reading.state === 'VALID' &&
          reading.abi !== undefined &&
          bankAbi !== undefined &&
          bankAbi !== reading.abi
            ? t('FINANCE.IBAN.OTHER_BANK', { iban: reading.abi, bank: bankAbi })
            : undefined
        }
        value={value.bankId}
        error={error('bankId')}
        data={choices(household.banks, value.bankId)}
        onChange={(e) => set('bankId', e.currentTarget.value)}
      />
      <NativeSelect
        label={t('FINANCE.FIELD.GROUP')}
        description={household.accountGroups.find((g) => g.id === value.accountGroupId)?.holders.join(', ')}
        required
        value={value.accountGroupId}
        error={error('accountGroupId')}
        data={choices(household.accountGroups, value.accountGroupId)}
        onChange={(e) => set('accountGroupId', e.currentTarget.value)}
      />
      <KindFields value={value} onChange={(patch) => setAll((old) => ({ ...old, ...patch }))} error={error} />
      <NativeSelect
        label={t('FINANCE.FIELD.LINKED')}
        description={t('FINANCE.ACCOUNTS.LINKED_HELP')}
        required={value.kind === 'DEPOSIT_TERM'}
        value={value.linkedAccountId ?? ''}
        error={error('linkedAccountId')}
        data={[
          { value: '', label: t('COMMON.NONE') },
          ...household.accounts.filter((a) => a.id !== value.id).map((a) => ({ value: a.id, label: a.name })),
        ]}
        onChange={(e) =>
          set('linkedAccountId', e.currentTarget.value === '' ? undefined : e.currentTarget.value)
        }
      />
      <DayInput
        label={t('FINANCE.FIELD.OPENED')}
        description={t('COMMON.OPTIONAL')}
        clearable
        clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
        value={value.openedOn ?? null}
        error={error('openedOn')}
        onChange={(day) => set('openedOn', optional(day))}
      />
      <DayInput
        label={t('FINANCE.FIELD.CLOSED')}
        description={t('COMMON.OPTIONAL')}
        clearable
        clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
        value={value.closedOn ?? null}
        error={error('closedOn')}
        onChange={(day) => set('closedOn', optional(day))}
      />
      <Checkbox
        label={t('FINANCE.FIELD.ACTIVE')}
        description={t('FINANCE.ACCOUNTS.ACTIVE_HELP')}
        checked={value.active ?? true}
        onChange={(e) => set('active', e.currentTarget.checked)}
      />
    </SimpleGrid>
  );
}

function Limits({ editor }: SectionProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, unreadable } = editor;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
      <MoneyInput
        label={t('FINANCE.FIELD.MIN')}
        description={t('FINANCE.ACCOUNTS.MIN_HELP')}
        allowNegative
        value={value.minBalanceCents ?? 0}
        error={error('minBalanceCents')}
        onValidity={unreadable('minBalanceCents')}
        onChange={(cents) => set('minBalanceCents', cents ?? 0)}
      />
      <MoneyInput
        label={t('FINANCE.FIELD.MAX')}
        description={t('FINANCE.ACCOUNTS.MAX_HELP')}
        value={value.maxBalanceCents ?? null}
        error={error('maxBalanceCents')}
        onValidity={unreadable('maxBalanceCents')}
        onChange={(cents) => set('maxBalanceCents', optional(cents))}
      />
      <NumberInput
        label={t('FINANCE.FIELD.LEAD_DAYS')}
        description={t('FINANCE.ACCOUNTS.LEAD_HELP')}
        min={0}
        max={10}
        allowDecimal={false}
        value={value.transferLeadDays ?? 1}
        error={error('transferLeadDays')}
        onChange={(v) => set('transferLeadDays', typeof v === 'number' ? v : 0)}
      />
      <PaymentFields
        value={value}
        onChange={(patch) => setAll((old) => ({ ...old, ...patch }))}
        error={error}
        unreadable={unreadable}
      />
      <Checkbox
        label={t('FINANCE.FIELD.CAN_SEND')}
        checked={value.canSend ?? true}
        onChange={(e) => set('canSend', e.currentTarget.checked)}
      />
      <Checkbox
        label={t('FINANCE.FIELD.CAN_RECEIVE')}
        checked={value.canReceive ?? true}
        onChange={(e) => set('canReceive', e.currentTarget.checked)}
      />
    </SimpleGrid>
  );
}

/** The fields as texts, to compare with a concurrent change. */
function describe(
  account: SaveAccount,
  household: Household,
  t: (key: string) => string,
): readonly (readonly [string, string])[] {
  const money = (cents: number | undefined) => (cents === undefined ? '–' : formatMoney(cents));
  const yes = (flag: boolean | undefined) => t(flag ? 'COMMON.YES' : 'COMMON.NO');
  return [
    [t('FINANCE.FIELD.NAME'), account.name],
    [t('FINANCE.FIELD.IBAN'), account.iban ?? '–'],
    [t('FINANCE.FIELD.BANK'), nameIn(household.banks)(account.bankId)],
    [t('FINANCE.FIELD.GROUP'), nameIn(household.accountGroups)(account.accountGroupId)],
    [t('FINANCE.FIELD.KIND'), t(`FINANCE.KIND.${account.kind}`)],
    [t('FINANCE.FIELD.MATURITY'), account.maturityDate ?? '–'],
    [t('FINANCE.FIELD.LINKED'), nameIn(household.accounts)(account.linkedAccountId)],
    [t('FINANCE.FIELD.OPENED'), account.openedOn ?? '–'],
    [t('FINANCE.FIELD.CLOSED'), account.closedOn ?? '–'],
    [t('FINANCE.FIELD.ACTIVE'), yes(account.active)],
    [
      t('FINANCE.FIELD.RATE'),
      account.rates
        .map((p) => `${p.from}–${p.to ?? '…'}: ${p.tiers.map((r) => formatPercent(r.ratePct)).join(' / ')}`)
        .join('; '),
    ],
    [t('FINANCE.FIELD.STATEMENT_PERIOD'), t(`FINANCE.PERIOD.${periodsOf(account).statementPeriod}`)],
    [t('FINANCE.FIELD.INTEREST_CREDIT'), t(`FINANCE.PERIOD.${periodsOf(account).interestCredit}`)],
    [t('FINANCE.FIELD.DUTY_REGIME'), t(`FINANCE.DUTY_REGIME.${account.dutyRegime}`)],
    [t('FINANCE.FIELD.DUTY_PAID_BY_BANK'), yes(account.dutyPaidByBank)],
    [t('FINANCE.FIELD.MIN'), money(account.minBalanceCents)],
    [t('FINANCE.FIELD.MAX'), money(account.maxBalanceCents)],
    [t('FINANCE.FIELD.LEAD_DAYS'), String(account.transferLeadDays ?? 1)],
    ...describePayment(account, t, money),
    [t('FINANCE.FIELD.CAN_SEND'), yes(account.canSend)],
    [t('FINANCE.FIELD.CAN_RECEIVE'), yes(account.canReceive)],
    [t('FINANCE.FIELD.MONTHLY_FEE'), money(account.monthlyFeeCents)],
    [t('FINANCE.FIELD.TRANSFER_FEE'), money(account.transferFeeCents)],
    [t('FINANCE.FIELD.INSTANT_FEE'), money(account.instantFeeCents)],
  ];
}
