import type { Account, SaveAccount } from '@fibado/contracts';
import {
  Button,
  Checkbox,
  NativeSelect,
  NumberInput,
  Paper,
  SimpleGrid,
  Stack,
  Text,
  TextInput,
} from '@mantine/core';
import { IconChevronDown, IconChevronUp } from '@tabler/icons-react';
import { type ReactNode, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { DecimalInput } from '../../../components/decimal-input';
import { MoneyInput } from '../../../components/money-input';
import { today as todayOf } from '../../../lib/day';
import { formatPercent } from '../../../lib/money';
import { useCanWrite } from '../shared/access';
import type { Editor } from '../shared/editor';
import { optional } from '../shared/editor-values';
import { NameField } from '../shared/name-field';
import { nameIn } from '../shared/problem';
import type { Household } from '../shared/queries';
import { hasIban, neededOf, needsLink, TERMS_SECTIONS, type TermsSection, unusualIn } from './account-needs';
import { type AccountTerms, DutyFields, FeeFields, KindFields, PeriodFields } from './account-terms';
import { formatIban, readIban } from './iban';
import { PaymentFields } from './payment-fields';
import { RatesEditor } from './rates-editor';

const INTEREST = ['ACT_ACT', 'ACT_365'] as const;

interface SectionProps {
  readonly editor: Editor<SaveAccount>;
  readonly household: Household;
}

/** What the kind of account needs, and behind one button what is filled in as usual; what is not usual stays in sight. */
export function AccountSections({ editor, household }: SectionProps) {
  const { t } = useTranslation();
  const { value } = editor;
  const canWrite = useCanWrite();
  // The button stands in a form that is disabled for readers: they see everything.
  const [isOpen, setOpen] = useState(!canWrite);
  const [unusualBefore] = useState(() => unusualIn(value));
  const others = useRef<HTMLDivElement>(null);
  const needed = neededOf(value.kind);
  const rest = TERMS_SECTIONS.filter((section) => !needed.includes(section));
  const shown = new Set([...unusualBefore, ...unusualIn(value)]);
  const closed = rest.filter((section) => !shown.has(section));
  const toggle = () => {
    // What cannot be read must not go out of sight: it keeps the form from being saved.
    if (!isOpen || !others.current?.querySelector('[aria-invalid="true"]')) setOpen(!isOpen);
  };
  return (
    <>
      <Section title={t('FINANCE.ACCOUNTS.SECTION_IDENTITY')}>
        <Identity editor={editor} household={household} />
      </Section>
      {needed.map((section) => (
        <TermsOf key={section} section={section} editor={editor} household={household} />
      ))}
      {closed.length > 0 && canWrite && (
        <div>
          <Button
            variant="default"
            aria-expanded={isOpen}
            rightSection={
              isOpen ? <IconChevronUp size={16} aria-hidden /> : <IconChevronDown size={16} aria-hidden />
            }
            onClick={toggle}
          >
            {t('FINANCE.ACCOUNTS.OTHER')}
          </Button>
          <Text size="xs" c="dimmed" mt={4}>
            {t('FINANCE.ACCOUNTS.OTHER_TEXT', {
              sections: closed
                .map((section) => t(`FINANCE.ACCOUNTS.SECTION_${section}`).toLowerCase())
                .join(', '),
            })}
          </Text>
        </div>
      )}
      <Stack gap="md" ref={others}>
        {rest.map((section) => (
          <div key={section} hidden={!isOpen && !shown.has(section)}>
            <TermsOf section={section} editor={editor} household={household} />
          </div>
        ))}
      </Stack>
    </>
  );
}

/** One part of an account's terms under its title. */
function TermsOf({ section, editor, household }: SectionProps & { readonly section: TermsSection }) {
  const { t } = useTranslation();
  return (
    <Section
      title={t(`FINANCE.ACCOUNTS.SECTION_${section}`)}
      {...(section === 'RATES' ? { text: t('FINANCE.RATES.TEXT') } : {})}
    >
      <Fields section={section} editor={editor} household={household} />
    </Section>
  );
}

function Fields({ section, editor, household }: SectionProps & { readonly section: TermsSection }) {
  const { value, setAll, set, error, unreadable } = editor;
  const terms = {
    value,
    error,
    unreadable,
    onChange: (patch: Partial<AccountTerms>) => setAll((old) => ({ ...old, ...patch })),
  };
  switch (section) {
    case 'RATES':
      return (
        <RatesEditor
          value={value.rates}
          onChange={(rates) => set('rates', rates)}
          error={error}
          unreadable={unreadable}
          today={todayOf()}
        />
      );
    case 'FEES':
      return <FeeFields terms={terms} />;
    case 'DATES':
      return <Dates editor={editor} household={household} />;
    case 'PERIODS':
      return <Periods editor={editor} household={household} />;
    case 'DUTY':
      return <DutyFields terms={terms} />;
    case 'LIMITS':
      return <Limits editor={editor} household={household} />;
  }
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
      {hasIban(value) && (
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
      )}
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
      {needsLink(value.kind) && <Linked editor={editor} household={household} />}
    </SimpleGrid>
  );
}

/** The account this one exchanges money with alone. */
function Linked({ editor, household }: SectionProps) {
  const { t } = useTranslation();
  const { value, set, error } = editor;
  return (
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
  );
}

function Dates({ editor, household }: SectionProps) {
  const { t } = useTranslation();
  const { value, set, error } = editor;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      {!needsLink(value.kind) && <Linked editor={editor} household={household} />}
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

/** When the bank settles, and how it computes interest. */
function Periods({ editor, household }: SectionProps) {
  const { t } = useTranslation();
  const { value, set, setAll, error, unreadable } = editor;
  return (
    <SimpleGrid cols={{ base: 1, sm: 2 }}>
      <PeriodFields
        kind={value.kind}
        value={value}
        onChange={(periods) => setAll((old) => ({ ...old, ...periods }))}
      />
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
