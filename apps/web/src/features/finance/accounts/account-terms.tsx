import type { Account, SaveAccount } from '@fibado/contracts';
import { Checkbox, NativeSelect, SimpleGrid, Text } from '@mantine/core';
import { INTEREST_CREDITS, isForeign, periodsOf, STATEMENT_PERIODS, usualPeriods } from '@fibado/planning';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { optional } from '../shared/editor-values';
import { ACCOUNT_KINDS, kindDefaults } from './account-model';

/** What a bank asks of an account: the duty's regime and the fees. */
export type AccountTerms = Pick<
  SaveAccount,
  | 'iban'
  | 'dutyRegime'
  | 'dutyBase'
  | 'dutyPaidByBank'
  | 'monthlyFeeCents'
  | 'feeWaiver'
  | 'transferFeeCents'
  | 'instantFeeCents'
>;

interface TermsProps {
  readonly terms: {
    readonly value: AccountTerms;
    readonly onChange: (patch: Partial<AccountTerms>) => void;
    readonly error: (path: string) => string | undefined;
    readonly unreadable: (path: string) => (readable: boolean) => void;
  };
}

interface KindProps {
  readonly value: Pick<SaveAccount, 'kind' | 'maturityDate'>;
  readonly onChange: (patch: Partial<SaveAccount>) => void;
  readonly error: (path: string) => string | undefined;
}

/** What kind of account it is, which brings its usual terms along, and when a term deposit ends. */
export function KindFields({ value, onChange, error }: KindProps) {
  const { t } = useTranslation();
  return (
    <>
      <NativeSelect
        label={t('FINANCE.FIELD.KIND')}
        value={value.kind}
        data={ACCOUNT_KINDS.map((kind) => ({ value: kind, label: t(`FINANCE.KIND.${kind}`) }))}
        onChange={(e) => {
          const kind = e.currentTarget.value as Account['kind'];
          onChange({ ...kindDefaults(kind), kind });
        }}
      />
      {value.kind === 'DEPOSIT_TERM' && (
        <DayInput
          label={t('FINANCE.FIELD.MATURITY')}
          required
          value={value.maturityDate ?? null}
          error={error('maturityDate')}
          onChange={(day) => onChange({ maturityDate: optional(day) })}
        />
      )}
    </>
  );
}

type Periods = Pick<SaveAccount, 'statementPeriod' | 'interestCredit'>;

interface PeriodProps {
  readonly kind: Account['kind'];
  readonly value: Periods;
  readonly onChange: (patch: Periods) => void;
}

/** When the bank draws up the statement and when it credits interest; only a term deposit credits it at maturity. */
export function PeriodFields({ kind, value, onChange }: PeriodProps) {
  const { t } = useTranslation();
  const shown = periodsOf(value);
  const usual = usualPeriods(kind);
  const help = (field: keyof typeof usual, text: string): string =>
    shown[field] === usual[field]
      ? t(text)
      : `${t(text)} ${t('FINANCE.PERIOD.USUAL', { usual: t(`FINANCE.PERIOD.${usual[field]}`).toLowerCase() })}`;
  const choices = (periods: readonly string[]) =>
    periods.map((period) => ({ value: period, label: t(`FINANCE.PERIOD.${period}`) }));
  const credits = INTEREST_CREDITS.filter(
    (credit) => credit !== 'MATURITY' || kind === 'DEPOSIT_TERM' || shown.interestCredit === 'MATURITY',
  );
  return (
    <>
      <NativeSelect
        label={t('FINANCE.FIELD.STATEMENT_PERIOD')}
        description={help('statementPeriod', 'FINANCE.PERIOD.STATEMENT_HELP')}
        value={shown.statementPeriod}
        data={choices(STATEMENT_PERIODS)}
        // Without a period of its own, interest follows the statement: it must not move along unasked.
        onChange={(e) =>
          onChange({
            statementPeriod: e.currentTarget.value as Periods['statementPeriod'],
            interestCredit: shown.interestCredit,
          })
        }
      />
      <NativeSelect
        label={t('FINANCE.FIELD.INTEREST_CREDIT')}
        description={help('interestCredit', 'FINANCE.PERIOD.CREDIT_HELP')}
        value={shown.interestCredit}
        data={choices(credits)}
        onChange={(e) =>
          onChange({ ...value, interestCredit: e.currentTarget.value as Periods['interestCredit'] })
        }
      />
    </>
  );
}

const REGIMES = ['FIXED', 'PROPORTIONAL', 'NONE'] as const;
const BASES = ['PRUDENT', 'CLOSING', 'AVERAGE'] as const;

/** Which stamp duty an account pays, on what, and who pays it; of a foreign one IVAFE, which no bank pays. */
export function DutyFields({ terms }: TermsProps) {
  const { t } = useTranslation();
  const { value, onChange } = terms;
  const regime = value.dutyRegime;
  const isAbroad = isForeign(value);
  return (
    <>
      {isAbroad && (
        <Text size="sm" mb="sm">
          {t('FINANCE.IVAFE_HELP.TEXT')}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <NativeSelect
          label={isAbroad ? 'IVAFE' : t('FINANCE.FIELD.DUTY_REGIME')}
          description={t(`FINANCE.${isAbroad ? 'IVAFE_HELP' : 'DUTY_REGIME_HELP'}.${regime}`)}
          value={regime}
          data={REGIMES.map((v) => ({ value: v, label: t(`FINANCE.DUTY_REGIME.${v}`) }))}
          onChange={(e) => onChange({ dutyRegime: e.currentTarget.value as Account['dutyRegime'] })}
        />
        {regime === 'PROPORTIONAL' && (
          <NativeSelect
            label={t('FINANCE.FIELD.DUTY_BASE')}
            value={value.dutyBase ?? 'PRUDENT'}
            data={BASES.map((v) => ({ value: v, label: t(`FINANCE.DUTY_BASE.${v}`) }))}
            onChange={(e) => onChange({ dutyBase: e.currentTarget.value as Account['dutyBase'] })}
          />
        )}
        {regime !== 'NONE' && !isAbroad && (
          <Checkbox
            mt="lg"
            label={t('FINANCE.FIELD.DUTY_PAID_BY_BANK')}
            checked={value.dutyPaidByBank ?? false}
            onChange={(e) => onChange({ dutyPaidByBank: e.currentTarget.checked })}
          />
        )}
      </SimpleGrid>
    </>
  );
}

/** What an account costs, and when its fee is waived. */
export function FeeFields({ terms }: TermsProps) {
  const { t } = useTranslation();
  const { value, onChange, error, unreadable } = terms;
  const waiver = value.feeWaiver;
  /** A waiver without any condition is none. */
  const setWaiver = (patch: NonNullable<AccountTerms['feeWaiver']>) => {
    const next = { ...waiver, ...patch };
    const empty = next.minAverageBalanceCents === undefined && next.minMonthlyCreditsCents === undefined;
    onChange({ feeWaiver: empty ? undefined : next });
  };
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 4 }}>
      <MoneyInput
        label={t('FINANCE.FIELD.MONTHLY_FEE')}
        value={value.monthlyFeeCents ?? 0}
        error={error('monthlyFeeCents')}
        onValidity={unreadable('monthlyFeeCents')}
        onChange={(cents) => onChange({ monthlyFeeCents: cents ?? 0 })}
      />
      <MoneyInput
        label={t('FINANCE.FIELD.WAIVER_BALANCE')}
        description={t('FINANCE.FIELD.WAIVER_BALANCE_HELP')}
        value={waiver?.minAverageBalanceCents ?? null}
        disabled={(value.monthlyFeeCents ?? 0) === 0}
        error={error('feeWaiver.minAverageBalanceCents')}
        onValidity={unreadable('feeWaiver.minAverageBalanceCents')}
        onChange={(cents) => setWaiver({ minAverageBalanceCents: optional(cents) })}
      />
      <MoneyInput
        label={t('FINANCE.FIELD.WAIVER_CREDITS')}
        description={t('FINANCE.FIELD.WAIVER_CREDITS_HELP')}
        value={waiver?.minMonthlyCreditsCents ?? null}
        disabled={(value.monthlyFeeCents ?? 0) === 0}
        error={error('feeWaiver.minMonthlyCreditsCents')}
        onValidity={unreadable('feeWaiver.minMonthlyCreditsCents')}
        onChange={(cents) => setWaiver({ minMonthlyCreditsCents: optional(cents) })}
      />
      <Checkbox
        mt="lg"
        label={t('FINANCE.FIELD.WAIVER_OWN_TRANSFERS')}
        description={t('FINANCE.FIELD.WAIVER_OWN_TRANSFERS_HELP')}
        checked={waiver?.ownTransfersCount ?? false}
        disabled={(value.monthlyFeeCents ?? 0) === 0 || waiver?.minMonthlyCreditsCents === undefined}
        onChange={(e) => setWaiver({ ownTransfersCount: e.currentTarget.checked })}
      />
      <MoneyInput
        label={t('FINANCE.FIELD.TRANSFER_FEE')}
        value={value.transferFeeCents ?? 0}
        error={error('transferFeeCents')}
        onValidity={unreadable('transferFeeCents')}
        onChange={(cents) => onChange({ transferFeeCents: cents ?? 0 })}
      />
      <MoneyInput
        label={t('FINANCE.FIELD.INSTANT_FEE')}
        description={t('FINANCE.ACCOUNTS.INSTANT_FEE_HELP')}
        value={value.instantFeeCents ?? null}
        error={error('instantFeeCents')}
        onValidity={unreadable('instantFeeCents')}
        onChange={(cents) => onChange({ instantFeeCents: optional(cents) })}
      />
    </SimpleGrid>
  );
}
