import type { Account } from '@fibado/contracts';
import { Alert, Anchor } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { QuarterData } from '../shared/queries';

/** Term deposits of the quarter that pay out nowhere. */
const termsWithoutLink = (
  accounts: readonly Account[],
  setups: readonly { readonly accountId: string }[],
): Account[] =>
  accounts.filter(
    ({ id, kind, linkedAccountId }) =>
      kind === 'DEPOSIT_TERM' &&
      linkedAccountId === undefined &&
      setups.some(({ accountId }) => accountId === id),
  );

/** Term deposits whose principal goes nowhere at maturity, and earns nothing from then on. */
export function TermWarnings({ data }: { readonly data: QuarterData }) {
  const { t } = useTranslation();
  if (data.quarter.state === 'CLOSED') return null;
  return termsWithoutLink(data.accounts, data.quarter.setups).map(({ id, name }) => (
    <Alert key={id} color="yellow" variant="light" p="sm" role="note">
      <Anchor component={Link} to={`/fibado/accounts/edit/${id}`} size="sm">
        {t('FINANCE.CHECK.TERM_WITHOUT_LINK', { account: name })}
      </Anchor>
    </Alert>
  ));
}
