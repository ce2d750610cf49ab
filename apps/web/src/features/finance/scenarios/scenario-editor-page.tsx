import { saveScenario, scenarios as scenariosApi, type SaveScenario, type Scenario } from '@fibado/contracts';
import { quarterEnd } from '@fibado/planning';
import { ActionIcon, Alert, Button, Group, Menu, Paper, Text } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ComponentProps } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { useCanWrite } from '../shared/access';
import { EditorForm, useEditor } from '../shared/editor';
import { NameField } from '../shared/name-field';
import { NotThere } from '../shared/not-there';
import { QuarterPage } from '../shared/quarter-page';
import type { QuarterData } from '../shared/queries';
import { ChangeFields } from './change-fields';
import { CHANGE_KINDS, keyOf, newChange, withChange } from './change-model';
import { useChangeText } from './change-text';
import { scenariosQuery } from './scenario-queries';

/** Create or edit one scenario: a name, and what would be otherwise. */
export function Component() {
  return (
    <QuarterPage current="scenarios" texts="FINANCE.SCENARIO">
      {(data) => <ScenarioPage data={data} />}
    </QuarterPage>
  );
}

function ScenarioPage({ data }: { readonly data: QuarterData }) {
  const { id } = useParams();
  const [params] = useSearchParams();
  const { t } = useTranslation();
  const quarter = data.quarter.date;
  const query = useQuery(scenariosQuery(quarter));
  const copied = params.get('from');
  return (
    <QueryState query={query}>
      {(all) => {
        const source = all.find((one) => one.id === (id ?? copied));
        if (id !== undefined && !source) return <NotThere back={`/fibado/dashboard/scenarios/${quarter}`} />;
        const initial: SaveScenario =
          id !== undefined && source
            ? toSave(source)
            : source
              ? {
                  quarter,
                  name: t('FINANCE.ROW.COPY_OF', { name: source.name }),
                  changes: source.changes,
                }
              : { quarter, name: '', changes: [] };
        return <ScenarioForm key={id ?? copied ?? 'new'} data={data} initial={initial} />;
      }}
    </QueryState>
  );
}

const toSave = ({ id, version, quarter, name, changes }: Scenario): SaveScenario => ({
  id,
  version,
  quarter,
  name,
  changes,
});

function ScenarioForm({ data, initial }: { readonly data: QuarterData; readonly initial: SaveScenario }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite() && data.quarter.state !== 'CLOSED';
  const changeText = useChangeText(data);
  const quarter = data.quarter.date;
  const today = todayOf();
  const day = today > quarter && today <= quarterEnd(quarter) ? today : quarter;
  const leave = () => void navigate(`/fibado/dashboard/scenarios/${quarter}`);
  const editor = useEditor<SaveScenario>({
    initial,
    schema: saveScenario,
    save: (body) => client.call(scenariosApi.save, { body }),
    reload: async (id) => {
      const now = await queryClient.fetchQuery({ ...scenariosQuery(quarter), staleTime: 0 });
      const found = now.find((one) => one.id === id);
      return found && toSave(found);
    },
    onSaved: leave,
  });
  const { value, set, setAll, error, unreadable } = editor;
  const remove = (index: number) =>
    set(
      'changes',
      value.changes.filter((_, i) => i !== index),
    );
  return (
    <EditorForm
      editor={editor}
      readOnly={!canWrite}
      onCancel={leave}
      describe={(scenario) => [
        [t('FINANCE.FIELD.NAME'), scenario.name],
        [t('FINANCE.SCENARIOS.CHANGES'), scenario.changes.map(changeText).join('; ') || '–'],
      ]}
    >
      {data.quarter.state === 'CLOSED' && <Alert color="gray">{t('FINANCE.QUARTER.CLOSED_READ_ONLY')}</Alert>}
      <NameField editor={editor} description={t('FINANCE.SCENARIO.NAME_HELP')} maw="32rem" />
      {value.changes.length === 0 && (
        <Text size="sm" c="dimmed">
          {t('FINANCE.SCENARIO.NO_CHANGES')}
        </Text>
      )}
      {value.changes.map((change, index) => (
        <ChangeCard
          key={keyOf(change)}
          data={data}
          change={change}
          number={index + 1}
          today={today}
          onChange={(next) =>
            setAll((old) => ({ ...old, changes: withChange(old.changes, keyOf(change), next) }))
          }
          onRemove={() => remove(index)}
          error={(path) => error(`changes.${String(index)}.${path}`)}
          unreadable={(path) => unreadable(`${keyOf(change)}.${path}`)}
        />
      ))}
      <Group>
        <AddChange
          onAdd={(kind) =>
            setAll((old) => ({ ...old, changes: [...old.changes, newChange(kind, data, day)] }))
          }
        />
      </Group>
    </EditorForm>
  );
}

interface ChangeCardProps extends ComponentProps<typeof ChangeFields> {
  /** Counted from one. */
  readonly number: number;
  readonly onRemove: () => void;
}

/** One change of a scenario: its kind, its fields, and taking it out. */
function ChangeCard({ number, onRemove, change, ...fields }: ChangeCardProps) {
  const { t } = useTranslation();
  return (
    <Paper
      withBorder
      p="md"
      component="section"
      aria-label={`${String(number)}. ${t(`FINANCE.CHANGE.KIND.${change.kind}`)}`}
    >
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Text fw={600} size="sm">
          {number}. {t(`FINANCE.CHANGE.KIND.${change.kind}`)}
        </Text>
        <ActionIcon
          variant="subtle"
          color="red.8"
          aria-label={t('FINANCE.CHANGE.REMOVE', { number })}
          onClick={onRemove}
        >
          <IconTrash size={16} aria-hidden />
        </ActionIcon>
      </Group>
      <ChangeFields {...fields} change={change} />
    </Paper>
  );
}

function AddChange({ onAdd }: { readonly onAdd: (kind: (typeof CHANGE_KINDS)[number]) => void }) {
  const { t } = useTranslation();
  return (
    <Menu position="bottom-start" withinPortal>
      <Menu.Target>
        <Button variant="light" size="xs" leftSection={<IconPlus size={14} aria-hidden />}>
          {t('FINANCE.CHANGE.ADD')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {CHANGE_KINDS.map((kind) => (
          <Menu.Item key={kind} onClick={() => onAdd(kind)}>
            {t(`FINANCE.CHANGE.KIND.${kind}`)}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
}
