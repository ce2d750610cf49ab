import { type Account, dataExports, quarters as quartersApi } from '@fibado/contracts';
import { limitsOf } from '@fibado/planning';
import { Alert, Button, Grid, Group, Paper, Stack, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import {
  IconDeviceFloppy,
  IconFileSpreadsheet,
  IconFlag,
  IconHistory,
  IconPlayerPlay,
} from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import { confirm } from '../../../components/confirm';
import { FilePicker } from '../../../components/file-picker';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { formatAmount } from '../../../lib/money';
import { useShortcuts } from '../../../lib/shortcuts';
import { useCanWrite } from '../shared/access';
import { saveFile } from '../shared/download';
import { EditableGrid, type GridColumn } from '../shared/editable-grid/editable-grid';
import { nameIn, problemOf, referee } from '../shared/problem';
import { quarterQuery, quartersQuery, type QuarterData, refreshFinance } from '../shared/queries';
import { Violations } from '../shared/violations';
import { ChecksPanel } from './checks-panel';
import { CloseDialog } from './close-dialog';
import { DeleteQuarter } from './delete-quarter';
import { HistoryPanel } from './history-panel';
import {
  accountsToTakeIn,
  editSetup,
  isSetupChanged,
  newSetupDraft,
  opensWithin,
  readSetup,
  setupChecks,
  setupDrafts,
  type SetupDraft,
  type SetupField,
} from './setup-model';
import { StartDialog } from './start-dialog';
import { TakeInMenu } from './take-in-menu';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import { MAX_UPLOAD_BYTES } from '@fibado/contracts';

const FIELDS: readonly SetupField[] = ['opening', 'min', 'max', 'excluded', 'notes'];

/** What an account opened in the quarter starts with. */
const NOTHING = formatAmount(0);

/** The grid of a quarter's accounts with a live check of what is missing before the start. */
export function SetupEditor({ data }: { readonly data: QuarterData }) {
  const { t, i18n } = useTranslation();
  const money = useMoneyFormat();
  const [params, setParams] = useSearchParams();
  const queryClient = useQueryClient();
  const mayWrite = useCanWrite();
  const isPhone = useMediaQuery('(max-width: 48em)') ?? false;
  const { date, state, version, setups, joined } = data.quarter;
  const canWrite = mayWrite && state === 'INITIALIZED';
  /** A started quarter only takes in accounts; those that were there at its start stay as they are. */
  const canJoin = mayWrite && state === 'STARTED';
  const [drafts, setDrafts] = useState<readonly SetupDraft[]>(() => setupDrafts(setups, data));
  const [seen, setSeen] = useState(setups);
  const [starting, setStarting] = useState(false);
  const closing = params.get('action') === 'close';

  const changed = drafts.filter(isSetupChanged);
  const invalid = changed.filter((d) => !readSetup(d).setup);
  const dirty = changed.length > 0;
  useUnsavedChanges(dirty);
  if (setups !== seen && !dirty) {
    setSeen(setups);
    setDrafts(setupDrafts(setups, data));
  }
  const adopt = (fresh: typeof setups) => {
    setSeen(fresh);
    setDrafts(setupDrafts(fresh, data));
  };

  const live = useDeferredValue(drafts);
  const result = useMemo(
    () =>
      referee(
        problemOf(
          data,
          date,
          live.flatMap((d) => readSetup(d).setup ?? []),
          data.operations,
        ),
      ),
    [data, date, live],
  );
  // Asked for by most pages already, so that the button does not pop up late.
  const hasPrevious = (useQuery(quartersQuery()).data ?? []).some((quarter) => quarter.date < date);
  const checks = setupChecks(data, date, drafts, result.evaluation, data.operations.length);

  const done = async (quarter: { readonly setups: typeof setups }) => {
    queryClient.setQueryData(quarterQuery(date).queryKey, { ...data.quarter, ...quarter });
    adopt(quarter.setups);
    await refreshFinance(queryClient);
  };
  const save = useMutation({
    meta: { confirm: true },
    mutationFn: () =>
      client.call(quartersApi.saveSetups, {
        body: { date, version, setups: changed.flatMap((d) => readSetup(d).setup ?? []) },
      }),
    onSuccess: done,
  });
  const importPrevious = useMutation({
    meta: { confirm: true },
    mutationFn: () => client.call(quartersApi.importSetups, { body: { date } }),
    onSuccess: done,
  });
  const importFile = useMutation({
    meta: { confirm: true },
    mutationFn: (file: File) =>
      client.call(quartersApi.importSetups, { body: { date }, file, fileName: file.name }),
    onSuccess: done,
  });
  const template = useMutation({
    mutationFn: async () => {
      const language = i18n.language === 'en' ? ('en' as const) : ('it' as const);
      saveFile(
        await client.call(dataExports.setupsTemplate, { params: { date }, query: { language } }),
        `fibado-setup-${date}.xlsx`,
      );
    },
  });
  const takeOut = useMutation({
    meta: { confirm: true },
    mutationFn: (accountId: string) => client.call(quartersApi.deleteSetup, { params: { date, accountId } }),
    onSuccess: async (_nothing, accountId) => {
      setDrafts((old) => old.filter((d) => d.accountId !== accountId));
      await refreshFinance(queryClient);
    },
  });

  const name = useMemo(() => nameIn(data.accounts), [data.accounts]);
  const columns = useMemo((): readonly GridColumn<SetupDraft>[] => {
    const bankOf = (d: SetupDraft) =>
      nameIn(data.banks)(data.accounts.find((a) => a.id === d.accountId)?.bankId);
    const column = (
      id: SetupField,
      width: string,
      rest: Partial<GridColumn<SetupDraft>> = {},
    ): GridColumn<SetupDraft> => ({
      id,
      header: t(`FINANCE.SETUP.COLUMN_${id}`),
      width,
      kind: 'text',
      text: (d) => String(d[id]),
      issue: (d) => {
        const issue = readSetup(d).issues[id];
        return issue === undefined ? undefined : t(`FINANCE.ISSUE.${issue}`);
      },
      locked: (d) => !canWrite && !(canJoin && !d.saved && (id !== 'opening' || d.opening !== NOTHING)),
      ...rest,
    });
    const bank: GridColumn<SetupDraft> = {
      id: 'bank',
      header: t('FINANCE.FIELD.BANK'),
      width: 'minmax(8.8rem, 0.7fr)',
      kind: 'static',
      text: bankOf,
    };
    /** The limit that holds where the quarter says none: the account's own, or the household's. */
    const inherited = (d: SetupDraft, id: SetupField) => {
      const account = data.accounts.find((a) => a.id === d.accountId);
      if (!account || d.excluded || id === 'opening') return undefined;
      const { minCents, maxCents } = limitsOf(account, { excluded: false }, data.settings);
      return id === 'min' ? minCents : maxCents;
    };
    const amount = (pick: (d: SetupDraft) => number | undefined, id: SetupField) =>
      column(id, id === 'opening' ? '8.2rem' : '7.3rem', {
        align: 'end',
        inputMode: 'decimal',
        show: (d) => {
          const cents = readSetup(d).setup ? pick(d) : undefined;
          if (cents !== undefined) return money(cents);
          const otherwise = d[id] === '' ? inherited(d, id) : undefined;
          return otherwise === undefined ? (
            String(d[id])
          ) : (
            <Text span inherit c="dimmed">
              {money(otherwise)}
            </Text>
          );
        },
      });
    return [
      {
        id: 'account',
        header: t('FINANCE.FIELD.ACCOUNT'),
        width: 'minmax(8.5rem, 1fr)',
        kind: 'static',
        text: (d) => name(d.accountId),
      },
      ...(isPhone ? [] : [bank]),
      amount((d) => readSetup(d).setup?.openingBalanceCents, 'opening'),
      amount((d) => readSetup(d).setup?.minBalanceCents, 'min'),
      amount((d) => readSetup(d).setup?.maxBalanceCents, 'max'),
      column('excluded', '4.8rem', { kind: 'check', align: 'center' }),
      column('notes', 'minmax(6rem, 1fr)'),
    ];
  }, [data.banks, data.accounts, data.settings, name, canWrite, canJoin, isPhone, money, t]);

  const missing = accountsToTakeIn(data.accounts, date, new Set(drafts.map((d) => d.accountId)));
  const take = (accounts: readonly Account[]) =>
    setDrafts((old) => [
      ...old,
      ...accounts.map((a) => newSetupDraft(a.id, opensWithin(a, date) ? NOTHING : '')),
    ]);
  const canSave = (canWrite || canJoin) && dirty && invalid.length === 0;

  useShortcuts(
    useMemo(
      () => [{ keys: 'mod+Enter', label: 'COMMON.KEYS.SAVE', run: () => canSave && save.mutate() }],
      [canSave, save],
    ),
  );

  /** Pasted lines below the last row name their account in the first cell. */
  const overflow = (column: string, cells: readonly (readonly string[])[]) => {
    const order = columns.map((c) => c.id);
    const from = order.slice(order.indexOf(column));
    const at = from.indexOf('account');
    if (at < 0) return;
    setDrafts((old) => {
      let next = old;
      for (const line of cells) {
        const wanted = line[at]?.toLocaleLowerCase();
        const account = data.accounts.find((a) => a.name.toLocaleLowerCase() === wanted);
        if (!account) continue;
        const start = next.find((d) => d.accountId === account.id) ?? newSetupDraft(account.id);
        const filled = from.reduce(
          (draft, id, index) =>
            FIELDS.includes(id as SetupField) && line[index] !== undefined
              ? editSetup(draft, id as SetupField, line[index])
              : draft,
          start,
        );
        next = next.some((d) => d.accountId === account.id)
          ? next.map((d) => (d.accountId === account.id ? filled : d))
          : [...next, filled];
      }
      return next;
    });
  };

  const askToTakeOut = ([accountId]: readonly string[]) => {
    const draft = drafts.find((d) => d.accountId === accountId);
    if (!draft || accountId === undefined) return;
    if (!draft.saved) {
      setDrafts(drafts.filter((d) => d !== draft));
      return;
    }
    if (!canWrite && !joined?.includes(accountId)) return;
    void confirm({
      message: t('FINANCE.SETUP.TAKE_OUT_ASK', { name: name(accountId) }),
      danger: true,
    }).then((yes) => {
      if (yes) takeOut.mutate(accountId);
    });
  };

  return (
    <Stack gap="sm">
      {state !== 'INITIALIZED' && (
        <Alert color="gray">
          {t(state === 'STARTED' ? 'FINANCE.SETUP.STARTED' : 'FINANCE.QUARTER.CLOSED_READ_ONLY')}
        </Alert>
      )}
      <Group gap="xs">
        {(canWrite || canJoin) && <TakeInMenu missing={missing} quarter={date} onTake={take} />}
        {canWrite && (
          <>
            {hasPrevious && (
              <Button
                size="xs"
                variant="default"
                leftSection={<IconHistory size={14} aria-hidden />}
                loading={importPrevious.isPending}
                onClick={() =>
                  void confirm({ message: t('FINANCE.SETUP.IMPORT_PREVIOUS_ASK') }).then((yes) => {
                    if (yes) importPrevious.mutate();
                  })
                }
              >
                {t('FINANCE.SETUP.IMPORT_PREVIOUS')}
              </Button>
            )}
            <FilePicker
              accept=".xls,.xlsx,.csv"
              maxBytes={MAX_UPLOAD_BYTES}
              size="xs"
              variant="default"
              loading={importFile.isPending}
              leftSection={<IconFileSpreadsheet size={14} aria-hidden />}
              onFile={(file) => {
                // What is read is saved at once, and the grid is drawn anew from it.
                const asked = dirty
                  ? confirm({ message: t('FINANCE.SETUP.IMPORT_FILE_ASK', { count: changed.length }) })
                  : Promise.resolve(true);
                void asked.then((yes) => {
                  if (yes) importFile.mutate(file);
                });
              }}
            >
              {t('FINANCE.SETUP.IMPORT_FILE')}
            </FilePicker>
            <Button size="xs" variant="subtle" loading={template.isPending} onClick={() => template.mutate()}>
              {t('FINANCE.SETUP.TEMPLATE')}
            </Button>
            <DeleteQuarter date={date} />
          </>
        )}
        <Group gap="xs" ml="auto">
          {(canWrite || (canJoin && dirty)) && (
            <Button
              size="xs"
              leftSection={<IconDeviceFloppy size={14} aria-hidden />}
              disabled={!canSave}
              loading={save.isPending}
              onClick={() => save.mutate()}
            >
              {changed.length === 0 ? t('COMMON.SAVE') : t('FINANCE.SETUP.SAVE_N', { count: changed.length })}
            </Button>
          )}
          {canWrite && (
            <Button
              size="xs"
              color="teal.9"
              leftSection={<IconPlayerPlay size={14} aria-hidden />}
              disabled={checks.some((c) => c.blocking)}
              onClick={() => setStarting(true)}
            >
              {t('FINANCE.START.BUTTON')}
            </Button>
          )}
          {mayWrite && state === 'STARTED' && (
            <Button
              size="xs"
              leftSection={<IconFlag size={14} aria-hidden />}
              onClick={() => setParams({ action: 'close' })}
            >
              {t('FINANCE.CLOSE.BUTTON')}
            </Button>
          )}
        </Group>
      </Group>
      <Grid gap="sm">
        <Grid.Col span={{ base: 12, lg: 9 }}>
          {drafts.length === 0 ? (
            <Paper withBorder p="lg">
              <Text c="dimmed" ta="center">
                {t('FINANCE.SETUP.EMPTY')}
              </Text>
            </Paper>
          ) : (
            <EditableGrid<SetupDraft>
              label={t('FINANCE.SETUP.GRID')}
              rows={drafts}
              rowKey={draftKey}
              columns={columns}
              muted={isExcluded}
              height="calc(100dvh - 18rem)"
              onEdit={(edits) =>
                setDrafts((old) =>
                  old.map((d) =>
                    edits
                      .filter((e) => e.key === d.accountId)
                      .reduce((draft, e) => editSetup(draft, e.column as SetupField, e.text), d),
                  ),
                )
              }
              {...(canWrite ? { onOverflow: overflow } : {})}
              {...(canWrite || canJoin ? { onDelete: askToTakeOut } : {})}
            />
          )}
          {canWrite && <Help text={t('FINANCE.SETUP.HELP')} />}
          {canJoin && (dirty || missing.length > 0) && <Help text={t('FINANCE.SETUP.JOIN_HELP')} />}
          <HistoryPanel data={data} canWrite={canWrite} isDirty={dirty} onSaved={done} />
        </Grid.Col>
        <Grid.Col span={{ base: 12, lg: 3 }}>
          <Stack gap="sm">
            <ChecksPanel checks={checks} evaluation={result.evaluation} started={state !== 'INITIALIZED'} />
            {result.evaluation && <Violations household={data} violations={result.evaluation.violations} />}
          </Stack>
        </Grid.Col>
      </Grid>
      <StartDialog
        opened={starting}
        data={data}
        evaluation={result.evaluation}
        checks={checks}
        onClose={() => setStarting(false)}
      />
      {result.evaluation && (
        <CloseDialog
          opened={closing && state === 'STARTED'}
          data={data}
          evaluation={result.evaluation}
          onClose={() => setParams({}, { replace: true })}
        />
      )}
    </Stack>
  );
}

const Help = ({ text }: { readonly text: string }) => (
  <Text size="xs" c="dimmed" mt={4}>
    {text}
  </Text>
);

const draftKey = (draft: SetupDraft): string => draft.accountId;
const isExcluded = (draft: SetupDraft): boolean => draft.excluded;
