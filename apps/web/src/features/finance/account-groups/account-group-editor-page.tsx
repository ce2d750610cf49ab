import {
  accountGroups as groupsApi,
  type AccountGroup,
  type Person,
  saveAccountGroup,
  type SaveAccountGroup,
} from '@fibado/contracts';
import { ColorInput, Paper, SimpleGrid, TagsInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { optionalText } from '../shared/editor-values';
import { NameField } from '../shared/name-field';
import { personsQuery } from '../shared/persons-query';
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
      form={(initial) => <GroupForm initial={initial} />}
    />
  );
}

/** Holders are sent by id where each name is a person's; another name makes a new person. */
function withPersons(group: SaveAccountGroup, persons: readonly Person[]): SaveAccountGroup {
  const { holders = [], holderIds, ...rest } = group;
  if (holderIds) return { ...rest, holderIds };
  const ids = holders.flatMap((name) => persons.find((person) => person.name === name)?.id ?? []);
  return ids.length === holders.length ? { ...rest, holderIds: ids } : { ...rest, holders };
}

function GroupForm({ initial }: { readonly initial: SaveAccountGroup }) {
  const { t } = useTranslation();
  const { data: persons = [] } = useQuery(personsQuery());
  return (
    <ResourceForm<SaveAccountGroup>
      initial={initial}
      schema={saveAccountGroup}
      save={(group) => client.call(groupsApi.save, { body: withPersons(group, persons) })}
      texts="FINANCE.GROUPS"
      back="/fibado/account-groups"
      reread={(queries) => queries.fetchQuery({ ...accountGroupsQuery(), staleTime: 0 })}
      describe={(group) => [
        [t('FINANCE.FIELD.NAME'), group.name],
        [t('FINANCE.FIELD.HOLDERS'), (group.holders ?? []).join(', ')],
        [t('FINANCE.FIELD.COLOR'), group.color ?? '–'],
      ]}
    >
      {({ value, set, error, touch }) => (
        <Paper withBorder p="md">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <NameField editor={{ value, set, error, touch }} />
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
            data={persons.map(({ name }) => name)}
            value={[...(value.holders ?? [])]}
            error={error('holders')}
            onChange={(holders) => {
              set('holders', holders);
              set('holderIds', undefined);
            }}
            onBlur={() => touch('holders')}
          />
        </Paper>
      )}
    </ResourceForm>
  );
}
