import { type Account, dataExports, quarters as quartersApi } from '@fibado/contracts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { formatAmount } from '../../../lib/money';
import { useShortcuts } from '../../../lib/shortcuts';
import { useCanWrite } from '../shared/access';
import { saveFile } from '../shared/download';
import type { GridEdit } from '../shared/editable-grid/editable-grid';
import { nameIn, problemOf, referee } from '../shared/problem';
import { quarterQuery, type QuarterData, refreshFinance } from '../shared/queries';
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

type Setups = QuarterData['quarter']['setups'];

const FIELDS: readonly SetupField[] = ['opening', 'min', 'max', 'excluded', 'notes'];

/** What an account opened in the quarter starts with. */
export const NOTHING = formatAmount(0);

/** The drafts of a quarter's setups; without unsaved changes they follow what is stored. */
function useSetupDrafts(data: QuarterData) {
  const { setups } = data.quarter;
  const [drafts, setDrafts] = useState<readonly SetupDraft[]>(() => setupDrafts(setups, data));
  const [seen, setSeen] = useState(setups);
  const changed = drafts.filter(isSetupChanged);
  const isDirty = changed.length > 0;
  useUnsavedChanges(isDirty);
  const adopt = (fresh: Setups) => {
    setSeen(fresh);
    setDrafts(setupDrafts(fresh, data));
  };
  if (setups !== seen && !isDirty) adopt(setups);
  return { drafts, setDrafts, changed, isDirty, adopt };
}

/** What is done with the setups at the server; each answer replaces the drafts. */
function useSetupActions(
  data: QuarterData,
  changed: readonly SetupDraft[],
  adopt: (fresh: Setups) => void,
  forget: (accountId: string) => void,
) {
  const { i18n } = useTranslation();
  const queryClient = useQueryClient();
  const { date, version } = data.quarter;
  const done = async (quarter: { readonly setups: Setups }) => {
    queryClient.setQueryData(quarterQuery(date).queryKey, { ...data.quarter, ...quarter });
    adopt(quarter.setups);
    await refreshFinance(queryClient);
  };
  const save = useMutation({
    meta: { confirm: true },
    mutationFn: () =>
      client.call(quartersApi.saveSetups, {
        body: { date, version, setups: changed.flatMap((draft) => readSetup(draft).setup ?? []) },
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
      forget(accountId);
      await refreshFinance(queryClient);
    },
  });
  return { done, save, importPrevious, importFile, template, takeOut };
}

/** Lines pasted below the last row name their account in the first cell. */
function pasted(
  drafts: readonly SetupDraft[],
  accounts: readonly Account[],
  columns: readonly string[],
  lines: readonly (readonly string[])[],
): readonly SetupDraft[] {
  const at = columns.indexOf('account');
  if (at < 0) return drafts;
  return lines.reduce((before, line) => {
    const wanted = line[at]?.toLocaleLowerCase();
    const account = accounts.find(({ name }) => name.toLocaleLowerCase() === wanted);
    if (!account) return before;
    const known = before.find((draft) => draft.accountId === account.id);
    const filled = columns.reduce(
      (draft, id, index) =>
        FIELDS.includes(id as SetupField) && line[index] !== undefined
          ? editSetup(draft, id as SetupField, line[index])
          : draft,
      known ?? newSetupDraft(account.id),
    );
    return known ? before.map((draft) => (draft === known ? filled : draft)) : [...before, filled];
  }, drafts);
}

const edited = (draft: SetupDraft, edits: readonly GridEdit[]): SetupDraft =>
  edits
    .filter((edit) => edit.key === draft.accountId)
    .reduce((before, edit) => editSetup(before, edit.column as SetupField, edit.text), draft);

/** The setups of a quarter as they are edited, what is missing before its start, and what can be done with them. */
export function useSetupEditor(data: QuarterData) {
  const { t } = useTranslation();
  const mayWrite = useCanWrite();
  const { date, state, joined } = data.quarter;
  const canWrite = mayWrite && state === 'INITIALIZED';
  /** A started quarter only takes in accounts; those that were there at its start stay as they are. */
  const canJoin = mayWrite && state === 'STARTED';
  const { drafts, setDrafts, changed, isDirty, adopt } = useSetupDrafts(data);
  const forget = (accountId: string) =>
    setDrafts((old) => old.filter((draft) => draft.accountId !== accountId));
  const actions = useSetupActions(data, changed, adopt, forget);
  const { save, takeOut } = actions;
  const evaluation = useLiveEvaluation(data, drafts);

  const canSave = (canWrite || canJoin) && isDirty && changed.every((draft) => readSetup(draft).setup);
  useShortcuts(
    useMemo(
      () => [{ keys: 'mod+Enter', label: 'COMMON.KEYS.SAVE', run: () => canSave && save.mutate() }],
      [canSave, save],
    ),
  );
  const askToTakeOut = async (accountId: string) => {
    const name = nameIn(data.accounts)(accountId);
    const yes = await confirm({ message: t('FINANCE.SETUP.TAKE_OUT_ASK', { name }), danger: true });
    if (yes) takeOut.mutate(accountId);
  };
  return {
    ...actions,
    drafts,
    changed,
    isDirty,
    canWrite,
    canJoin,
    canSave,
    canClose: canJoin,
    evaluation,
    checks: setupChecks(data, date, drafts, evaluation, data.operations.length),
    missing: accountsToTakeIn(data.accounts, date, new Set(drafts.map((draft) => draft.accountId))),
    take: (accounts: readonly Account[]) =>
      setDrafts((old) => [
        ...old,
        ...accounts.map((account) => newSetupDraft(account.id, opensWithin(account, date) ? NOTHING : '')),
      ]),
    edit: (edits: readonly GridEdit[]) => setDrafts((old) => old.map((draft) => edited(draft, edits))),
    paste: (columns: readonly string[], lines: readonly (readonly string[])[]) =>
      setDrafts((old) => pasted(old, data.accounts, columns, lines)),
    remove: ([accountId]: readonly string[]) => {
      const draft = drafts.find((one) => one.accountId === accountId);
      if (!draft || accountId === undefined) return;
      if (!draft.saved) forget(accountId);
      else if (canWrite || joined?.includes(accountId)) void askToTakeOut(accountId);
    },
  };
}

export type SetupEditorState = ReturnType<typeof useSetupEditor>;

/** What the referee says of the quarter with the drafts, as soon as the browser has time for it. */
function useLiveEvaluation(data: QuarterData, drafts: readonly SetupDraft[]) {
  const live = useDeferredValue(drafts);
  return useMemo(() => {
    const setups = live.flatMap((draft) => readSetup(draft).setup ?? []);
    return referee(problemOf(data, data.quarter.date, setups, data.operations)).evaluation;
  }, [data, live]);
}
