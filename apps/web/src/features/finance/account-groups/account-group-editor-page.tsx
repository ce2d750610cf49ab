import {
  accountGroups as groupsApi,
  type AccountGroup,
  saveAccountGroup,
  type SaveAccountGroup,
} from '@fibado/contracts';
import { ColorInput, Paper, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { optionalText } from '../shared/editor-values';
import { accountGroupsQuery } from '../shared/queries';
import { ResourceEditorPage, ResourceForm } from '../shared/resource-pages';
import { PALETTE_SWATCHES } from '../shared/swatches';

/** Create or edit one group of accounts. */
export function Component() {
  return (
    <ResourceEditorPage<AccountGroup, SaveAccountGroup>
      back="/fibado/account-groups"
      begin={({ accountGroups }) => ({
        all: accountGroups,
        copy: (group, name) => ({ ...group, name, order: accountGroups.length }),
        create: () => ({ name: '', holders: [], order: accountGroups.length }),
      })}
      form={(initial, { accountGroups }) => (
        <GroupForm initial={initial} people={[...new Set(accountGroups.flatMap((g) => g.holders))].sort()} />
      )}
    />
  );
}

function GroupForm({
  initial,
  people,
}: {
  readonly initial: SaveAccountGroup;
  readonly people: readonly string[];
}) {
  const { t } = useTranslation();
  return (
    <ResourceForm<SaveAccountGroup>
      initial={initial}
      schema={saveAccountGroup}
      save={(body) => client.call(groupsApi.save, { body })}
      texts="FINANCE.GROUPS"
      back="/fibado/account-groups"
      reread={(queries) => queries.fetchQuery({ ...accountGroupsQuery(), staleTime: 0 })}
      describe={(group) => [
        [t('FINANCE.FIELD.NAME'), group.name],
        [t('FINANCE.FIELD.HOLDERS'), group.holders.join(', ')],
        [t('FINANCE.FIELD.COLOR'), group.color ?? '–'],
      ]}
    >
      {({ value, set, error, touch }) => (
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <TextInput
              label={t('FINANCE.FIELD.NAME')}
              required
              data-autofocus
              value={value.name}
              error={error('name')}
              onChange={(e) => set('name', e.currentTarget.value)}
              onBlur={() => touch('name')}
            />
            <ColorInput
              label={t('FINANCE.FIELD.COLOR')}
              format="hex"
              eyeDropperButtonProps={{ 'aria-label': t('FINANCE.PICK_COLOR') }}
              swatches={PALETTE_SWATCHES}
              value={value.color ?? ''}
              error={error('color')}
              onChange={(next) => set('color', optionalText(next))}
            />
          </SimpleGrid>
          <TagsInput
            mt="md"
            label={t('FINANCE.FIELD.HOLDERS')}
            description={t('FINANCE.GROUPS.HOLDERS_HELP')}
            required
            maxTags={10}
            data={[...people]}
            value={[...value.holders]}
            error={error('holders')}
            onChange={(holders) => set('holders', holders)}
            onBlur={() => touch('holders')}
          />
        </Paper>
      )}
    </ResourceForm>
  );
}
