import { Button, Group, Stack, Text } from '@mantine/core';
import { apiKeys } from '@fibado/contracts';
import { IconPlus } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../components/confirm';
import { SectionCard } from '../../components/section-card';
import { QueryState } from '../../components/states';
import { client } from '../../lib/client';
import { formatInstant } from '../../lib/day';
import { ApiKeyDialog } from './api-key-dialog';
import { API_KEYS_KEY } from './api-keys-key';

/** Keys with which programs work in one's name. */
export function ApiKeysCard() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const [creating, setCreating] = useState(false);
  const query = useQuery({
    queryKey: API_KEYS_KEY,
    queryFn: () => client.call(apiKeys.get),
    meta: { inline: true },
  });
  const revoke = useMutation({
    mutationFn: (id: string) => client.call(apiKeys.delete, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: API_KEYS_KEY }),
    meta: { confirm: true },
  });
  const ask = async (id: string, name: string): Promise<void> => {
    if (await confirm({ message: t('PROFILE.API_KEYS.CONFIRM', { name }), danger: true })) revoke.mutate(id);
  };
  return (
    <SectionCard
      title={t('PROFILE.API_KEYS.TITLE')}
      description={t('PROFILE.API_KEYS.DESCRIPTION')}
      actions={
        <Button
          size="xs"
          variant="light"
          leftSection={<IconPlus size={14} aria-hidden="true" />}
          onClick={() => setCreating(true)}
        >
          {t('PROFILE.API_KEYS.CREATE')}
        </Button>
      }
    >
      <QueryState query={query}>
        {(keys) =>
          keys.length === 0 ? (
            <Text size="sm" c="dimmed">
              {t('PROFILE.API_KEYS.NONE')}
            </Text>
          ) : (
            <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
              {keys.map((key) => (
                <Group key={key.id} component="li" justify="space-between" wrap="nowrap">
                  <div>
                    <Text size="sm" fw={600}>
                      {key.name} <Text span ff="monospace" size="xs">{`${key.prefix}…`}</Text>
                    </Text>
                    <Text size="xs" c="dimmed">
                      {key.scopes.map((scope) => t(`PROFILE.API_KEYS.SCOPE.${scope}`)).join(', ')}
                    </Text>
                    <Text size="xs" c="dimmed">
                      {t('PROFILE.API_KEYS.EXPIRES', { at: formatInstant(key.expiresAt) })}
                      {' · '}
                      {key.lastUsedAt
                        ? t('PROFILE.API_KEYS.USED', { at: formatInstant(key.lastUsedAt) })
                        : t('PROFILE.API_KEYS.UNUSED')}
                    </Text>
                  </div>
                  <Button
                    size="compact-sm"
                    flex="none"
                    variant="light"
                    color="red"
                    aria-label={`${t('PROFILE.API_KEYS.REVOKE')}: ${key.name}`}
                    onClick={() => void ask(key.id, key.name)}
                  >
                    {t('PROFILE.API_KEYS.REVOKE')}
                  </Button>
                </Group>
              ))}
            </Stack>
          )
        }
      </QueryState>
      {creating ? <ApiKeyDialog onClose={() => setCreating(false)} /> : null}
    </SectionCard>
  );
}
