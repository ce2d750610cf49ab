import { accountGroups as groupsApi, type AccountGroup } from '@fibado/contracts';
import {
  closestCenter,
  DndContext,
  type DragEndEvent,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import {
  arrayMove,
  SortableContext,
  sortableKeyboardCoordinates,
  useSortable,
  verticalListSortingStrategy,
} from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import { ActionIcon, Anchor, ColorSwatch, Group, Paper, Stack, Text } from '@mantine/core';
import { IconFolders, IconGripVertical } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { searchRows } from '../../../components/data-table';
import { SearchInput } from '../../../components/search-input';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { accountGroupsQuery, type Household, refreshFinance } from '../shared/queries';
import { ResourceListPage } from '../shared/resource-pages';
import { RowMenu, useDelete } from '../shared/row-menu';
import { useSearchParam } from '../shared/search-param';

/** Gruppi di Conti: the list, in the order the household gives it. */
export function Component() {
  return (
    <ResourceListPage
      texts="FINANCE.GROUPS"
      icon={IconFolders}
      isEmpty={({ accountGroups }) => accountGroups.length === 0}
      offerExample={({ accounts }) => accounts.length === 0}
    >
      {(household) => <GroupList household={household} />}
    </ResourceListPage>
  );
}

function GroupList({ household }: { readonly household: Household }) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const [search, setSearch] = useSearchParam('q');
  const reorder = useReorder();
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: 4 } }),
    useSensor(KeyboardSensor, { coordinateGetter: sortableKeyboardCoordinates }),
  );
  const groups = household.accountGroups;
  const shown = searchRows(groups, search, (g) => [g.name, ...g.holders]);
  const byId = (id: unknown) => groups.find((g) => g.id === id)?.name ?? '';
  const place = (id: unknown) => groups.findIndex((g) => g.id === id) + 1;

  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (!over || active.id === over.id) return;
    reorder(arrayMove([...groups], place(active.id) - 1, place(over.id) - 1));
  };
  return (
    <>
      <SearchInput value={search} onChange={setSearch} mb="sm" maw="24rem" />
      <DndContext
        sensors={sensors}
        collisionDetection={closestCenter}
        onDragEnd={onDragEnd}
        accessibility={{
          screenReaderInstructions: { draggable: t('FINANCE.ORDER.INSTRUCTIONS') },
          announcements: {
            onDragStart: ({ active }) => t('FINANCE.ORDER.LIFTED', { name: byId(active.id) }),
            onDragOver: ({ active, over }) =>
              over ? t('FINANCE.ORDER.OVER', { name: byId(active.id), place: place(over.id) }) : undefined,
            onDragEnd: ({ active, over }) =>
              over ? t('FINANCE.ORDER.DROPPED', { name: byId(active.id), place: place(over.id) }) : undefined,
            onDragCancel: ({ active }) => t('FINANCE.ORDER.CANCELLED', { name: byId(active.id) }),
          },
        }}
      >
        <SortableContext items={shown.map((g) => g.id)} strategy={verticalListSortingStrategy}>
          <Stack gap="xs" component="ul" p={0} m={0} style={{ listStyle: 'none' }}>
            {shown.map((group) => (
              <GroupRow
                key={group.id}
                group={group}
                accounts={household.accounts.filter((a) => a.accountGroupId === group.id).map((a) => a.name)}
                // While a search hides rows there is no place between them to drop on.
                sortable={canWrite && search === ''}
              />
            ))}
          </Stack>
        </SortableContext>
      </DndContext>
    </>
  );
}

function GroupRow({
  group,
  accounts,
  sortable,
}: {
  readonly group: AccountGroup;
  readonly accounts: readonly string[];
  readonly sortable: boolean;
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } =
    useSortable({
      id: group.id,
      disabled: !sortable,
    });
  const remove = useDelete((id) => client.call(groupsApi.delete, { params: { id } }));
  return (
    <Paper
      withBorder
      p="xs"
      component="li"
      ref={setNodeRef}
      style={{ transform: CSS.Transform.toString(transform), transition, opacity: isDragging ? 0.6 : 1 }}
    >
      <Group wrap="nowrap" gap="sm">
        {sortable && (
          <ActionIcon
            ref={setActivatorNodeRef}
            variant="subtle"
            color="gray"
            style={{ cursor: 'grab', touchAction: 'none' }}
            {...attributes}
            {...listeners}
            aria-label={t('FINANCE.ORDER.HANDLE', { name: group.name })}
          >
            <IconGripVertical size={16} aria-hidden />
          </ActionIcon>
        )}
        <ColorSwatch size={12} color={group.color ?? 'transparent'} aria-hidden />
        <div style={{ flex: 1, minWidth: 0 }}>
          <Anchor component={Link} to={`edit/${group.id}`} fw={500}>
            {group.name}
          </Anchor>
          <Text size="xs" c="dimmed">
            {group.holders.join(', ')}
          </Text>
          <Text size="xs" c="dimmed">
            {accounts.length === 0 ? t('FINANCE.GROUPS.NO_ACCOUNTS') : accounts.join(', ')}
          </Text>
        </div>
        <RowMenu
          name={group.name}
          onEdit={() => void navigate(`edit/${group.id}`)}
          onDuplicate={() => void navigate(`create?from=${group.id}`)}
          onDelete={() => remove(group.id, group.name)}
        />
      </Group>
    </Paper>
  );
}

/** Shows the new order at once, saves the groups whose place changed, and goes back when that fails. */
function useReorder(): (groups: readonly AccountGroup[]) => void {
  const queryClient = useQueryClient();
  const { queryKey } = accountGroupsQuery();
  const { mutate } = useMutation({
    meta: { blocking: false },
    mutationFn: async (ordered: readonly AccountGroup[]) => {
      for (const [order, { holders: _, ...group }] of ordered.entries())
        if (group.order !== order) await client.call(groupsApi.save, { body: { ...group, order } });
    },
    onMutate: async (ordered) => {
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueryData(queryKey);
      queryClient.setQueryData(queryKey, [...ordered]);
      return { before };
    },
    onError: (_error, _ordered, context) => queryClient.setQueryData(queryKey, context?.before),
    onSettled: () => refreshFinance(queryClient),
  });
  return mutate;
}
