import { offeredAccount, type OfferedAccount } from '@fibado/contracts';
import { NativeSelect, NumberInput, SimpleGrid, Stack, Text, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { DayInput } from '../../../components/day-input';
import { MoneyInput } from '../../../components/money-input';
import { DutyFields, FeeFields, KindFields } from '../accounts/account-terms';
import { kindDefaults, newAccount } from '../accounts/account-model';
import { RatesEditor } from '../accounts/rates-editor';
import { optional } from '../shared/editor-values';
import type { Household } from '../shared/queries';

export const OFFER_SCHEMA = offeredAccount;
const SCHEMES = ['FITD', 'FGD', 'FOREIGN', 'NONE'] as const;
const METHODS = ['ACTUAL_DAYS', 'TWELFTHS'] as const;
type NewBank = NonNullable<OfferedAccount['bank']>;

/** A deposit of a bank the household does not know, as most offers are. */
export function newOffer(household: Household, day: string): OfferedAccount {
  const { bankId: _, ...account } = newAccount('', household.accountGroups[0]?.id ?? '', day);
  return {
    ...account,
    ...kindDefaults('DEPOSIT_FREE'),
    kind: 'DEPOSIT_FREE',
    openedOn: day,
    rates: [{ from: day, tiers: [{ upToCents: null, ratePct: 3 }], tierMode: 'MARGINAL' }],
    bank: { name: '', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
  };
}

interface OfferFieldsProps {
  readonly value: OfferedAccount;
  readonly onChange: (patch: Partial<OfferedAccount>) => void;
  /** Of a path within the offer, `rates.0.to`. */
  readonly error: (path: string) => string | undefined;
  readonly unreadable: (path: string) => (readable: boolean) => void;
  readonly household: Household;
  readonly today: string;
}

/** An offered account: bank, rate, stamp duty, costs, opening day. */
export function OfferFields({ value, onChange, error, unreadable, household, today }: OfferFieldsProps) {
  const { t } = useTranslation();
  const { bank } = value;
  const setBank = (patch: Partial<NewBank>) => bank && onChange({ bank: { ...bank, ...patch } });
  const chooseBank = (id: string) =>
    onChange(
      id === ''
        ? {
            bankId: undefined,
            bank: { name: '', guaranteeScheme: 'FITD', stampDutyMethod: 'ACTUAL_DAYS' },
          }
        : { bankId: id, bank: undefined },
    );
  return (
    <Stack gap="md">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        <TextInput
          label={t('FINANCE.OFFER.NAME')}
          required
          value={value.name}
          error={error('name')}
          onChange={(e) => onChange({ name: e.currentTarget.value })}
        />
        <NativeSelect
          label={t('FINANCE.FIELD.BANK')}
          value={value.bankId ?? ''}
          error={error('bankId')}
          data={[
            { value: '', label: t('FINANCE.OFFER.NEW_BANK') },
            ...household.banks.map((b) => ({ value: b.id, label: b.name })),
          ]}
          onChange={(e) => chooseBank(e.currentTarget.value)}
        />
        {bank && (
          <>
            <TextInput
              label={t('FINANCE.OFFER.BANK_NAME')}
              required
              value={bank.name}
              error={error('bank.name')}
              onChange={(e) => setBank({ name: e.currentTarget.value })}
            />
            <NativeSelect
              label={t('FINANCE.FIELD.SCHEME')}
              value={bank.guaranteeScheme}
              data={SCHEMES.map((s) => ({ value: s, label: t(`FINANCE.SCHEME.${s}`) }))}
              onChange={(e) =>
                setBank({ guaranteeScheme: e.currentTarget.value as NewBank['guaranteeScheme'] })
              }
            />
            <NativeSelect
              label={t('FINANCE.FIELD.DUTY_METHOD')}
              value={bank.stampDutyMethod}
              data={METHODS.map((m) => ({ value: m, label: t(`FINANCE.DUTY_METHOD.${m}`) }))}
              onChange={(e) =>
                setBank({ stampDutyMethod: e.currentTarget.value as NewBank['stampDutyMethod'] })
              }
            />
          </>
        )}
        <NativeSelect
          label={t('FINANCE.FIELD.GROUP')}
          value={value.accountGroupId}
          error={error('accountGroupId')}
          data={household.accountGroups.map((g) => ({ value: g.id, label: g.name }))}
          onChange={(e) => onChange({ accountGroupId: e.currentTarget.value })}
        />
        <KindFields value={value} onChange={onChange} error={error} />
        <DayInput
          label={t('FINANCE.OFFER.OPENED')}
          description={t('FINANCE.OFFER.OPENED_HELP')}
          value={value.openedOn ?? null}
          error={error('openedOn')}
          onChange={(day) => onChange({ openedOn: optional(day) })}
        />
        <NumberInput
          label={t('FINANCE.FIELD.LEAD_DAYS')}
          min={0}
          max={10}
          allowDecimal={false}
          value={value.transferLeadDays ?? 1}
          error={error('transferLeadDays')}
          onChange={(v) => onChange({ transferLeadDays: typeof v === 'number' ? v : 0 })}
        />
        <MoneyInput
          label={t('FINANCE.FIELD.MAX')}
          description={t('COMMON.OPTIONAL')}
          value={value.maxBalanceCents ?? null}
          error={error('maxBalanceCents')}
          onValidity={unreadable('maxBalanceCents')}
          onChange={(cents) => onChange({ maxBalanceCents: optional(cents) })}
        />
      </SimpleGrid>
      <div>
        <Text fw={600} size="sm" mb="xs">
          {t('FINANCE.ACCOUNTS.SECTION_RATES')}
        </Text>
        <RatesEditor
          value={value.rates}
          onChange={(rates) => onChange({ rates })}
          error={error}
          unreadable={unreadable}
          today={today}
        />
      </div>
      <div>
        <Text fw={600} size="sm" mb="xs">
          {t('FINANCE.OFFER.TERMS')}
        </Text>
        <Stack gap="sm">
          <DutyFields terms={{ value, onChange, error, unreadable }} />
          <FeeFields terms={{ value, onChange, error, unreadable }} />
        </Stack>
      </div>
    </Stack>
  );
}
