import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { type SecondFactor, secondFactors } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../components/confirm';
import { SectionCard } from '../../components/section-card';
import { QueryState } from '../../components/states';
import { client } from '../../lib/client';
import { formatInstant } from '../../lib/day';
import { errorCode } from '../../lib/errors';
import { canUsePasskeys } from '../../lib/passkeys';
import { PasskeyDialog } from './passkey-dialog';
import { RecoveryCodesDialog } from './recovery-codes-dialog';
import { RenameFactorDialog } from './rename-factor-dialog';
import { TotpDialog } from './totp-dialog';

const KEY = ['account', 'second-factors'];

type Open =
  { readonly kind: 'TOTP' | 'PASSKEY' } | { readonly kind: 'RENAME'; readonly factor: SecondFactor };

/** What is asked for beside the password, and what stands in for it when it is lost. */
export function SecondFactorsCard() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [open, setOpen] = useState<Open>();
  const [codes, setCodes] = useState<readonly string[]>();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => client.call(secondFactors.get),
    meta: { inline: true },
  });
  const refresh = () => queryClient.invalidateQueries({ queryKey: KEY });
  const remove = useMutation({
    mutationFn: (id: string) => client.call(secondFactors.delete, { params: { id } }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const renew = useMutation({
    mutationFn: () => client.call(secondFactors.recoveryCodes),
    onSuccess: ({ recoveryCodes }) => setCodes(recoveryCodes),
    onSettled: refresh,
  });
  const askRemove = async ({ id, name }: SecondFactor): Promise<void> => {
    if (await confirm({ message: t('SECOND_FACTOR.REMOVE_CONFIRM', { name }), danger: true }))
      remove.mutate(id);
  };
  const askRenew = async (): Promise<void> => {
    if (await confirm({ message: t('SECOND_FACTOR.RECOVERY_CONFIRM') })) renew.mutate();
  };
  const close = (recoveryCodes?: readonly string[]): void => {
    setOpen(undefined);
    setCodes(recoveryCodes);
    void refresh();
  };
  // The demonstration's account and an administrator acting as the person cannot change it.
  if (errorCode(query.error) === 'FORBIDDEN') return null;
  return (
    <SectionCard
      title={t('SECOND_FACTOR.CARD')}
      description={t('SECOND_FACTOR.CARD_TEXT')}
      actions={
        <Group gap="xs">
          <Button size="xs" variant="light" onClick={() => setOpen({ kind: 'TOTP' })}>
            {t('SECOND_FACTOR.ADD_TOTP')}
          </Button>
          {canUsePasskeys() ? (
            <Button size="xs" variant="light" onClick={() => setOpen({ kind: 'PASSKEY' })}>
              {t('SECOND_FACTOR.ADD_PASSKEY')}
            </Button>
          ) : null}
        </Group>
      }
    >
      <QueryState query={query}>
        {({ factors, recoveryCodesLeft, required }) => (
          <Stack gap="sm">
            {required && factors.length === 0 ? (
              <Alert color="yellow">{t('SECOND_FACTOR.CARD_REQUIRED')}</Alert>
            ) : null}
            <FactorList
              factors={factors}
              onRename={(factor) => setOpen({ kind: 'RENAME', factor })}
              onRemove={(factor) => void askRemove(factor)}
            />
            {factors.length > 0 ? (
              <Group justify="space-between">
                <Text size="sm">{t('SECOND_FACTOR.RECOVERY_LEFT', { count: recoveryCodesLeft })}</Text>
                <Button size="compact-sm" variant="default" onClick={() => void askRenew()}>
                  {t('SECOND_FACTOR.RECOVERY_RENEW')}
                </Button>
              </Group>
            ) : null}
          </Stack>
        )}
      </QueryState>
      {open?.kind === 'TOTP' ? <TotpDialog onClose={close} /> : null}
      {open?.kind === 'PASSKEY' ? <PasskeyDialog onClose={close} /> : null}
      {open?.kind === 'RENAME' ? <RenameFactorDialog factor={open.factor} onClose={() => close()} /> : null}
      {codes ? <RecoveryCodesDialog codes={codes} onClose={() => setCodes(undefined)} /> : null}
    </SectionCard>
  );
}

interface FactorListProps {
  readonly factors: readonly SecondFactor[];
  readonly onRename: (factor: SecondFactor) => void;
  readonly onRemove: (factor: SecondFactor) => void;
}

function FactorList({ factors, onRename, onRemove }: FactorListProps) {
  const { t } = useTranslation();
  if (factors.length === 0)
    return (
      <Text size="sm" c="dimmed">
        {t('SECOND_FACTOR.NONE')}
      </Text>
    );
  return (
    <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {factors.map((factor) => (
        <Group key={factor.id} component="li" justify="space-between" wrap="nowrap">
          <div>
            <Text size="sm" fw={600}>
              {factor.name}
            </Text>
            <Text size="xs" c="dimmed">
              {t(`SECOND_FACTOR.KIND.${factor.kind}`)} ·{' '}
              {t('SECOND_FACTOR.ADDED_AT', { at: formatInstant(factor.createdAt) })} ·{' '}
              {factor.lastUsedAt
                ? t('SECOND_FACTOR.USED_AT', { at: formatInstant(factor.lastUsedAt) })
                : t('SECOND_FACTOR.UNUSED')}
            </Text>
          </div>
          <Group gap="xs" wrap="nowrap">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('SECOND_FACTOR.RENAME')}: ${factor.name}`}
              onClick={() => onRename(factor)}
            >
              {t('SECOND_FACTOR.RENAME')}
            </Button>
            <Button
              size="compact-sm"
              variant="light"
              color="red"
              aria-label={`${t('SECOND_FACTOR.REMOVE')}: ${factor.name}`}
              onClick={() => onRemove(factor)}
            >
              {t('SECOND_FACTOR.REMOVE')}
            </Button>
          </Group>
        </Group>
      ))}
    </Stack>
  );
}
