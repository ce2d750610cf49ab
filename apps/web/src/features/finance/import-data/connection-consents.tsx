import { type BankConsent, bankConnections } from '@fibado/contracts';
import { addDays } from '@fibado/planning';
import { Badge, Button, Group, NumberInput, Paper, Select, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { SectionCard } from '../../../components/section-card';
import { QueryState } from '../../../components/states';
import { toastDone } from '../../../components/toasts';
import { client } from '../../../lib/client';
import { formatDay, formatInstant, today } from '../../../lib/day';
import { nameIn } from '../shared/problem';
import type { Household } from '../shared/queries';
import { connectableBanksQuery, connectionQuery } from './connection-queries';

/** As the reminder. */
const SOON_DAYS = 7;

interface ConsentsProps {
  readonly consents: readonly BankConsent[];
  readonly household: Household;
  readonly canConnect: boolean;
  /** The account being fetched. */
  readonly fetching: string | undefined;
  /** Absent where nothing can be fetched: no quarter is open. */
  readonly onFetch: ((accountId: string) => void) | undefined;
}

/** The consents with their ends, the accounts they reach, and the way to a new one. */
export function ConsentsCard({ consents, canConnect, ...rest }: ConsentsProps) {
  const { t } = useTranslation();
  return (
    <SectionCard title={t('FINANCE.CONNECTION.CONSENTS')}>
      <Stack gap="md">
        {consents.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('FINANCE.CONNECTION.NONE')}
          </Text>
        )}
        {consents.map((consent) => (
          <Consent key={consent.id} consent={consent} canConnect={canConnect} {...rest} />
        ))}
        {canConnect && <NewConsent />}
      </Stack>
    </SectionCard>
  );
}

/** Leaves for the bank's page, which sends the person back here. */
const useStart = () =>
  useMutation({
    mutationFn: (body: { bank: string; country: string; days?: number; replaces?: string }) =>
      client.call(bankConnections.startConsent, { body }),
    onSuccess: ({ url }) => window.location.assign(url),
  });

function Consent({
  consent,
  household,
  canConnect,
  fetching,
  onFetch,
}: Omit<ConsentsProps, 'consents'> & { readonly consent: BankConsent }) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { id, bank, country, givenAt, givenBy, validUntil, ended } = consent;
  const start = useStart();
  const revoke = useMutation({
    mutationFn: () => client.call(bankConnections.revokeConsent, { params: { id } }),
    onSuccess: ({ closed }) =>
      toastDone(t(closed ? 'FINANCE.CONNECTION.REVOKED' : 'FINANCE.CONNECTION.REVOKED_HERE')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: connectionQuery().queryKey }),
  });
  const ask = () =>
    void confirm({ message: t('FINANCE.CONNECTION.REVOKE_ASK', { bank }), danger: true }).then((yes) => {
      if (yes) revoke.mutate();
    });
  return (
    <Paper withBorder p="sm" component="section" aria-label={bank}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Group gap="xs">
            <Text fw={600}>{bank}</Text>
            <EndBadge ended={ended} validUntil={validUntil} />
          </Group>
          <Text size="sm">{t('FINANCE.CONNECTION.VALID', { day: formatDay(validUntil.slice(0, 10)) })}</Text>
          <Text size="xs" c="dimmed">
            {t('FINANCE.CONNECTION.GIVEN', { at: formatInstant(givenAt), by: givenBy })}
          </Text>
        </div>
        {canConnect && (
          <Group gap="xs">
            <Button
              size="xs"
              variant="default"
              loading={start.isPending}
              onClick={() => start.mutate({ bank, country, replaces: id })}
            >
              {t('FINANCE.CONNECTION.RENEW')}
            </Button>
            <Button size="xs" variant="light" color="red" loading={revoke.isPending} onClick={ask}>
              {t('FINANCE.CONNECTION.REVOKE')}
            </Button>
          </Group>
        )}
      </Group>
      <Stack gap="xs" mt="xs">
        {consent.accounts.map((account, at) => (
          <ConsentAccount
            key={account.iban ?? at}
            account={account}
            household={household}
            isPending={account.accountId !== undefined && fetching === account.accountId}
            onFetch={canConnect && !ended && fetching === undefined ? onFetch : undefined}
          />
        ))}
      </Stack>
    </Paper>
  );
}

function EndBadge({ ended, validUntil }: Pick<BankConsent, 'ended' | 'validUntil'>) {
  const { t } = useTranslation();
  const isSoon = validUntil.slice(0, 10) < addDays(today(), SOON_DAYS);
  if (!ended && !isSoon) return null;
  return (
    <Badge color={ended ? 'red.8' : 'yellow.4'} autoContrast styles={{ label: { textTransform: 'none' } }}>
      {t(ended ? 'FINANCE.CONNECTION.ENDED' : 'FINANCE.CONNECTION.ENDS_SOON')}
    </Badge>
  );
}

interface ConsentAccountProps {
  readonly account: BankConsent['accounts'][number];
  readonly household: Household;
  readonly isPending: boolean;
  readonly onFetch: ((accountId: string) => void) | undefined;
}

function ConsentAccount({ account, household, isPending, onFetch }: ConsentAccountProps) {
  const { t } = useTranslation();
  const { iban, name, currency, accountId, fetchesLeft = 0 } = account;
  return (
    <Group justify="space-between">
      <div>
        <Text size="sm">
          {accountId === undefined ? (name ?? iban) : nameIn(household.accounts)(accountId)}
        </Text>
        <Text size="xs" c="dimmed">
          {iban ?? t('FINANCE.CONNECTION.NO_IBAN')} · {currency}
          {' · '}
          {accountId === undefined
            ? t('FINANCE.CONNECTION.NO_ACCOUNT')
            : t('FINANCE.CONNECTION.LEFT', { count: fetchesLeft })}
        </Text>
      </div>
      {accountId !== undefined && (onFetch ?? isPending) && (
        <Button
          size="xs"
          loading={isPending}
          disabled={fetchesLeft === 0}
          onClick={() => onFetch?.(accountId)}
        >
          {t('FINANCE.CONNECTION.FETCH')}
        </Button>
      )}
    </Group>
  );
}

function NewConsent() {
  const { t } = useTranslation();
  const banks = useQuery(connectableBanksQuery());
  const start = useStart();
  const [name, setName] = useState<string | null>(null);
  const [days, setDays] = useState(90);
  return (
    <QueryState query={banks}>
      {(list) => {
        const bank = list.find((one) => one.name === name);
        const maxDays = bank?.maxDays ?? 180;
        return (
          <Group align="flex-end">
            <Select
              label={t('FINANCE.CONNECTION.BANK')}
              searchable
              w="18rem"
              value={name}
              data={list.map((one) => one.name)}
              onChange={setName}
            />
            <NumberInput
              label={t('FINANCE.CONNECTION.DAYS')}
              description={t('FINANCE.CONNECTION.DAYS_HINT', { days: maxDays })}
              w="10rem"
              min={1}
              max={maxDays}
              allowDecimal={false}
              value={Math.min(days, maxDays)}
              onChange={(value) => setDays(Number(value) || 1)}
            />
            <Button
              disabled={!bank}
              loading={start.isPending}
              onClick={() => {
                if (bank)
                  start.mutate({ bank: bank.name, country: bank.country, days: Math.min(days, maxDays) });
              }}
            >
              {t('FINANCE.CONNECTION.CONNECT')}
            </Button>
          </Group>
        );
      }}
    </QueryState>
  );
}
