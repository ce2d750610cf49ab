import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { adminUsers, type LinkSent, type MembershipRequest } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { SectionCard } from '../../../components/section-card';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { useUser } from '../../../lib/stored-session';
import { USERS_KEY } from './keys';

interface MembershipRequestsProps {
  readonly onAccepted: (name: string, link: LinkSent) => void;
}

/** Memberships asked for from outside the household: its administrators accept or decline them. */
export function MembershipRequests({ onAccepted }: MembershipRequestsProps) {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const me = useUser();
  const key = [...USERS_KEY, 'requests'];
  const query = useQuery({ queryKey: key, queryFn: () => client.call(adminUsers.requests) });
  const refresh = () => queryClient.invalidateQueries({ queryKey: USERS_KEY });
  const accept = useMutation({
    mutationFn: ({ id }: MembershipRequest) => client.call(adminUsers.acceptRequest, { body: { id } }),
    onSuccess: ({ user, invitation }) => (invitation ? onAccepted(user.name, invitation) : undefined),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const decline = useMutation({
    mutationFn: ({ id }: MembershipRequest) => client.call(adminUsers.declineRequest, { params: { id } }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const askAccept = async (request: MembershipRequest): Promise<void> => {
    const { name, email, askedBy } = request;
    if (await confirm({ message: t('ADMIN.REQUESTS.CONFIRM', { name, email, askedBy }) }))
      accept.mutate(request);
  };
  const requests = query.data ?? [];
  if (requests.length === 0) return null;
  return (
    <SectionCard title={t('ADMIN.REQUESTS.TITLE')} description={t('ADMIN.REQUESTS.DESCRIPTION')}>
      <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {requests.map((request) => (
          <Paper key={request.id} component="li" withBorder p="sm">
            <Group justify="space-between">
              <div>
                <Text size="sm" fw={600}>
                  {request.name} · {request.email}
                </Text>
                <Text size="xs" c="dimmed">
                  {t('ADMIN.REQUESTS.ROW', {
                    askedBy: request.askedBy,
                    tenant: request.tenantName,
                    roles: request.roles.map((role) => t(`ADMIN.ROLE.${role}`)).join(', ') || '–',
                    until: formatInstant(request.expiresAt),
                  })}
                </Text>
              </div>
              <Group gap="xs">
                <Button
                  size="compact-sm"
                  variant="light"
                  color="red"
                  aria-label={`${t('ADMIN.REQUESTS.DECLINE')}: ${request.name}`}
                  onClick={() => decline.mutate(request)}
                >
                  {t(request.tenant === me?.tenant ? 'ADMIN.REQUESTS.DECLINE' : 'ADMIN.REQUESTS.WITHDRAW')}
                </Button>
                {request.tenant === me?.tenant ? (
                  <Button
                    size="compact-sm"
                    aria-label={`${t('ADMIN.REQUESTS.ACCEPT')}: ${request.name}`}
                    onClick={() => void askAccept(request)}
                  >
                    {t('ADMIN.REQUESTS.ACCEPT')}
                  </Button>
                ) : null}
              </Group>
            </Group>
          </Paper>
        ))}
      </Stack>
    </SectionCard>
  );
}
