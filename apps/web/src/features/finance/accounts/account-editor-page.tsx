import { accounts as accountsApi, type Account, saveAccount, type SaveAccount } from '@fibado/contracts';
import { periodsOf } from '@fibado/planning';
import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { formatMoney, formatPercent } from '../../../lib/money';
import { nameIn } from '../shared/problem';
import { accountsQuery, type Household } from '../shared/queries';
import { ResourceEditorPage, ResourceForm } from '../shared/resource-pages';
import { copyOfAccount, newAccount } from './account-model';
import { AccountSections } from './account-sections';
import { describePayment } from './payment-fields';

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
