import { Badge, Button, Group, Stack, Text } from '@mantine/core';
import { sessionEndpoints } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../components/confirm';
import { SectionCard } from '../../components/section-card';
import { QueryState } from '../../components/states';
import { client } from '../../lib/client';
import { formatInstant } from '../../lib/day';
import { clientName } from './client-name';

const KEY = ['account', 'sessions'] as const;

/** Where one is signed in, and how to end it there. */
export function SessionsCard() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: () => client.call(sessionEndpoints.sessions),
    meta: { inline: true },
  });
  const end = useMutation({
    mutationFn: (id: string) => client.call(sessionEndpoints.endSession, { params: { id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: KEY }),
    meta: { confirm: true },
  });
  const ask = async (id: string): Promise<void> => {
    if (await confirm({ message: t('PROFILE.SESSIONS.CONFIRM') })) end.mutate(id);
  };
  return (
    <SectionCard title={t('PROFILE.SESSIONS.TITLE')} description={t('PROFILE.SESSIONS.DESCRIPTION')}>
      <QueryState query={query}>
        {(sessions) => (
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {sessions.map((session) => (
              <Group key={session.id} component="li" justify="space-between" wrap="nowrap">
                <div>
                  <Group gap="xs">
                    <Text size="sm" fw={600}>
                      {clientName(session.client, session.agent, t)}
                    </Text>
                    {session.current ? <Badge size="sm">{t('PROFILE.SESSIONS.CURRENT')}</Badge> : null}
                  </Group>
                  <Text size="xs" c="dimmed">
                    {t('PROFILE.SESSIONS.WHERE', {
                      tenant: session.tenant,
                      address: session.address,
                      since: formatInstant(session.createdAt),
                      used: formatInstant(session.refreshedAt),
                    })}
                  </Text>
                </div>
                {session.current ? null : (
                  <Button
                    size="compact-sm"
                    flex="none"
                    variant="light"
                    color="red"
                    aria-label={`${t('PROFILE.SESSIONS.END')}: ${clientName(session.client, session.agent, t)}, ${session.address}`}
                    onClick={() => void ask(session.id)}
                  >
                    {t('PROFILE.SESSIONS.END')}
                  </Button>
                )}
              </Group>
            ))}
          </Stack>
        )}
      </QueryState>
    </SectionCard>
  );
}
