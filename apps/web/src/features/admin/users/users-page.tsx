import { Anchor, Badge, Button, Group, Select, Text } from '@mantine/core';
import { adminUsers, type LinkSent, type User } from '@fibado/contracts';
import {
  IconLock,
  IconLockOpen,
  IconMailForward,
  IconPencil,
  IconPlus,
  IconSpy,
  IconTrash,
} from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { confirm } from '../../../components/confirm';
import type { Column } from '../../../components/data-table';
import { PageHeader } from '../../../components/page-header';
import { SearchInput } from '../../../components/search-input';
import { client } from '../../../lib/client';
import { formatInstant } from '../../../lib/day';
import { useHasRole } from '../../../lib/roles';
import { useUser } from '../../../lib/stored-session';
import { LinkSentDialog } from '../shared/link-sent-dialog';
import { PagedTable, TenantFilter, usePage } from '../shared/paged-list';
import { type RowAction, RowActions } from '../shared/row-actions';
import { useUrlFilters } from '../shared/use-url-filters';
import { ActAsDialog } from './act-as-dialog';
import { USERS_KEY } from './keys';
import { MembershipRequests } from './membership-requests';
import { useSignInResets } from './use-sign-in-resets';

/** The people of the tenant, or of the instance for a super-administrator. */
export function Component() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const me = useUser();
  const isSuper = useHasRole('SADMIN');
  const filters = useUrlFilters();
  const { value, page, set, given } = filters;
  const [sent, setSent] = useState<{ name: string; link: LinkSent }>();
  const [acting, setActing] = useState<User>();
  const asked = given('search', 'tenantId', 'blocked');
  const query = usePage([...USERS_KEY, asked], page, (paging) =>
    client.call(adminUsers.get, { query: { ...paging, ...asked } }),
  );
  const refresh = () => queryClient.invalidateQueries({ queryKey: USERS_KEY });
  const setBlocked = useMutation({
    mutationFn: ({ id, version, blocked }: User) =>
      client.call(adminUsers.setBlocked, { body: { id, version, blocked: !blocked } }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const sendLink = useMutation({
    mutationFn: (user: User) => client.call(adminUsers.sendLink, { body: { id: user.id } }),
    onSuccess: (link, user) => setSent({ name: user.name, link }),
  });
  const remove = useMutation({
    mutationFn: (user: User) => client.call(adminUsers.delete, { params: { id: user.id } }),
    onSettled: refresh,
    meta: { confirm: true },
  });
  const resetsOf = useSignInResets();
  const askBlock = async (user: User): Promise<void> => {
    const message = t(user.blocked ? 'ADMIN.USERS.UNBLOCK_CONFIRM' : 'ADMIN.USERS.BLOCK_CONFIRM', {
      name: user.name,
    });
    if (await confirm({ message, danger: !user.blocked })) setBlocked.mutate(user);
  };
  const askRemove = async (user: User): Promise<void> => {
    const message = t(isSuper ? 'ADMIN.USERS.DELETE_CONFIRM' : 'ADMIN.USERS.REMOVE_CONFIRM', {
      name: user.name,
    });
    if (await confirm({ message, danger: true })) remove.mutate(user);
  };

  const actionsOf = (user: User): RowAction[] => [
    {
      key: 'edit',
      label: t('COMMON.EDIT'),
      icon: IconPencil,
      onClick: () => void navigate(`/admin/user/create/${user.id}`),
    },
    ...(user.manageable || isSuper
      ? [
          {
            key: 'link',
            label: t(user.invited ? 'ADMIN.USERS.INVITE_AGAIN' : 'ADMIN.USERS.SEND_LINK'),
            icon: IconMailForward,
            onClick: () => sendLink.mutate(user),
          },
          ...(user.username === me?.username ? [] : resetsOf(user)),
          {
            key: 'block',
            label: t(user.blocked ? 'ADMIN.USERS.UNBLOCK' : 'ADMIN.USERS.BLOCK'),
            icon: user.blocked ? IconLockOpen : IconLock,
            onClick: () => void askBlock(user),
          },
        ]
      : []),
    ...(isSuper && me?.actor === undefined && user.username !== me?.username && !user.blocked
      ? [{ key: 'act', label: t('ADMIN.USERS.ACT_AS'), icon: IconSpy, onClick: () => setActing(user) }]
      : []),
    {
      key: 'delete',
      label: t(isSuper ? 'COMMON.DELETE' : 'ADMIN.USERS.REMOVE'),
      icon: IconTrash,
      danger: true,
      onClick: () => void askRemove(user),
    },
  ];

  const columns: Column<User>[] = [
    {
      key: 'name',
      title: t('ADMIN.USERS.NAME'),
      render: (user) => (
        <>
          <Anchor component={Link} to={`/admin/user/create/${user.id}`} size="sm" fw={600}>
            {user.name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {user.username} · {user.email}
          </Text>
        </>
      ),
    },
    {
      key: 'state',
      title: t('ADMIN.USERS.STATE'),
      render: (user) => {
        const state = user.blocked ? 'BLOCKED' : user.invited ? 'INVITED' : 'ACTIVE';
        const color = { BLOCKED: 'red', INVITED: 'blue', ACTIVE: 'green' }[state];
        return (
          <Badge miw="max-content" variant="outline" color={color}>
            {t(`ADMIN.USERS.STATE_${state}`)}
          </Badge>
        );
      },
    },
    {
      key: 'memberships',
      title: t('ADMIN.USERS.MEMBERSHIPS'),
      wideOnly: true,
      render: (user) =>
        user.memberships.map((membership) => (
          <Text key={membership.tenantId} size="xs">
            {membership.tenantName}:{' '}
            {membership.effectiveRoles.map((role) => t(`ADMIN.ROLE.${role}`)).join(', ') || '–'}
          </Text>
        )),
    },
    {
      key: 'login',
      title: t('ADMIN.USERS.LAST_LOGIN'),
      wideOnly: true,
      render: (user) => (user.lastLoginAt ? formatInstant(user.lastLoginAt) : '–'),
    },
    {
      key: 'actions',
      title: '',
      align: 'right',
      width: 56,
      render: (user) => <RowActions about={user.name} actions={actionsOf(user)} />,
    },
  ];

  return (
    <>
      <PageHeader
        title={t('SHELL.MENU.USERS')}
        description={t('ADMIN.USERS.DESCRIPTION')}
        actions={
          <Button
            component={Link}
            to="/admin/user/create"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
          >
            {t('ADMIN.USERS.CREATE')}
          </Button>
        }
      />
      <MembershipRequests onAccepted={(name, link) => setSent({ name, link })} />
      <Group mb="md" gap="sm">
        <SearchInput
          flex="1 1 14rem"
          maw={400}
          value={value('search')}
          onChange={(search) => set({ search })}
        />
        <TenantFilter filters={filters} />
        <Select
          aria-label={t('ADMIN.USERS.STATE')}
          placeholder={t('ADMIN.USERS.ANY_STATE')}
          clearable
          clearButtonProps={{ 'aria-label': t('COMMON.CLEAR') }}
          data={[
            { value: 'false', label: t('ADMIN.USERS.NOT_BLOCKED') },
            { value: 'true', label: t('ADMIN.USERS.STATE_BLOCKED') },
          ]}
          value={value('blocked') || null}
          onChange={(blocked) => set({ blocked: blocked ?? '' })}
        />
      </Group>
      <PagedTable
        label={t('SHELL.MENU.USERS')}
        query={query}
        columns={columns}
        rowKey={(user) => user.id}
        filters={filters}
      />
      {sent ? <LinkSentDialog name={sent.name} sent={sent.link} onClose={() => setSent(undefined)} /> : null}
      {acting ? <ActAsDialog user={acting} onClose={() => setActing(undefined)} /> : null}
    </>
  );
}
