import { Button, Group, Stack, Text } from '@mantine/core';
import { identities } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../components/confirm';
import { SectionCard } from '../../components/section-card';
import { client } from '../../lib/client';

const KEY = ['account', 'identity'];

/** The provider's identity that signs in to the account; shown only where one is tied. */
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
  if (data?.issuer === undefined) return null;
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
