import {
  accountGroups as groupsApi,
  type AccountGroup,
  saveAccountGroup,
  type SaveAccountGroup,
} from '@fibado/contracts';
import { ColorInput, Paper, SimpleGrid, TagsInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { client } from '../../../lib/client';
import { useCanWrite } from '../shared/access';
import { EditorForm, useEditor } from '../shared/editor';
import { optionalText } from '../shared/editor-values';
import { Loaded } from '../shared/loaded';
import { NotThere } from '../shared/not-there';
import { accountGroupsQuery, useHousehold } from '../shared/queries';
import { PALETTE_SWATCHES } from '../shared/swatches';

/** Create or edit one group of accounts. */
export function Component() {
  const { id } = useParams();
  const [params] = useSearchParams();
  const { t } = useTranslation();
  const state = useHousehold();
  const copied = params.get('from');
  return (
    <Loaded state={state}>
      {({ accountGroups }) => {
        const group = accountGroups.find((g) => g.id === (id ?? copied));
        if (id !== undefined && !group) return <NotThere back="/fibado/account-groups" />;
        const order = accountGroups.length;
        const initial: SaveAccountGroup =
          id !== undefined && group
            ? group
            : group
              ? copyOf(group, t('FINANCE.ROW.COPY_OF', { name: group.name }), order)
              : { name: '', holders: [], order };
        const people = [...new Set(accountGroups.flatMap((g) => g.holders))].sort();
        return <GroupForm key={id ?? copied ?? 'new'} initial={initial} people={people} />;
      }}
    </Loaded>
  );
}

function copyOf(
  { id: _id, version: _version, ...rest }: AccountGroup,
  name: string,
  order: number,
): SaveAccountGroup {
  return { ...rest, name, order };
}

function GroupForm({
  initial,
  people,
}: {
  readonly initial: SaveAccountGroup;
  readonly people: readonly string[];
}) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const editor = useEditor<SaveAccountGroup>({
    initial,
    schema: saveAccountGroup,
    save: (body) => client.call(groupsApi.save, { body }),
    reload: async (id) =>
      (await queryClient.fetchQuery({ ...accountGroupsQuery(), staleTime: 0 })).find((g) => g.id === id),
    onSaved: () => void navigate('/fibado/account-groups'),
  });
  const { value, set, error, touch } = editor;
  return (
    <>
      <PageHeader title={initial.id === undefined ? t('FINANCE.GROUPS.CREATE') : initial.name} />
      <EditorForm
        editor={editor}
        readOnly={!canWrite}
        onCancel={() => void navigate('/fibado/account-groups')}
        describe={(group) => [
          [t('FINANCE.FIELD.NAME'), group.name],
          [t('FINANCE.FIELD.HOLDERS'), group.holders.join(', ')],
          [t('FINANCE.FIELD.COLOR'), group.color ?? '–'],
        ]}
      >
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
      </EditorForm>
    </>
  );
}
