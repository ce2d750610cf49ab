import { Button, Group, Stack, Text } from '@mantine/core';
import { identities, tokens } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../components/confirm';
import { SectionCard } from '../../components/section-card';
import { client } from '../../lib/client';
import { page } from '../../lib/page';
import { keepStarted } from '../../lib/started-at-provider';

const KEY = ['account', 'identity'];

/** The provider's identity that signs in to the account, or the providers one of which can be tied. */
export function IdentityCard() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const { data } = useQuery({
    queryKey: KEY,
    queryFn: () => client.call(identities.get),
    meta: { inline: true },
  });
  const untie = useMutation({
    mutationFn: () => client.call(identities.untie),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { confirm: true },
  });
  if (data === undefined) return null;
  if (data.issuer === undefined) return <TieCard />;
  const provider = data.provider?.name ?? data.issuer;
  const ask = async (): Promise<void> => {
    if (await confirm({ message: t('IDENTITY.UNTIE_CONFIRM', { provider }), danger: true })) untie.mutate();
  };
  return (
    <SectionCard title={t('IDENTITY.TITLE')} description={t('IDENTITY.DESCRIPTION')}>
      <Stack gap="sm">
        <Group justify="space-between">
          <Text size="sm" fw={600} style={{ overflowWrap: 'anywhere' }}>
            {provider}
          </Text>
          <Button
            variant="default"
            size="xs"
            disabled={!data.canUntie}
            loading={untie.isPending}
            onClick={() => void ask()}
          >
            {t('IDENTITY.UNTIE')}
          </Button>
        </Group>
        {data.canUntie ? null : (
          <Text size="xs" c="dimmed">
            {t('IDENTITY.ONLY_WAY')}
          </Text>
        )}
      </Stack>
    </SectionCard>
  );
}

/** Buttons that lead to a provider's sign-in page and tie the identity used there; nothing where there is no provider. */
function TieCard() {
  const { t } = useTranslation();
  const { data: config } = useQuery({
    queryKey: ['account', 'identity', 'providers'],
    queryFn: () => client.call(tokens.config),
    meta: { inline: true },
  });
  const tie = useMutation({
    mutationFn: (provider: string) => client.call(identities.beginTie, { body: { provider } }),
    onSuccess: ({ url, ticket }) => {
      keepStarted({ ticket, returnTo: window.location.pathname, ties: true });
      page.go(url);
    },
  });
  const providers = config?.providers ?? [];
  if (providers.length === 0) return null;
  return (
    <SectionCard title={t('IDENTITY.TITLE')} description={t('IDENTITY.TIE_DESCRIPTION')}>
      <Group gap="sm">
        {providers.map(({ id, name }) => (
          <Button
            key={id}
            variant="default"
            size="xs"
            loading={tie.isPending && tie.variables === id}
            onClick={() => tie.mutate(id)}
          >
            {t('IDENTITY.TIE', { provider: name })}
          </Button>
        ))}
      </Group>
    </SectionCard>
  );
}
