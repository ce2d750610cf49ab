import { optimizer } from '@fibado/contracts';
import type { KnownBank } from '@fibado/planning';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { toastError } from '../../../components/toasts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { client } from '../../../lib/client';
import { today as todayOf } from '../../../lib/day';
import { useUser } from '../../../lib/stored-session';
import { defaultOptions } from '../automatic-planning/options-panel';
import { optionsToSend } from '../automatic-planning/plan-model';
import { refreshFinance, settingsQuery } from '../shared/queries';
import {
  type AccountDraft,
  accountIssues,
  type AccountKind,
  type BeginDraft,
  EMPTY,
  freeName,
  ITEM_KEYS,
  type ItemDraft,
  type ItemKey,
  newAccountDraft,
} from './begin-model';
import { saveHousehold } from './save-household';

export const STEPS = ['BANKS', 'ACCOUNTS', 'ITEMS'] as const;

/** The guided start: what is filled in, which step is in front, and saving it all with a plan under way. */
export function useBegin() {
  const { t } = useTranslation();
  const [draft, setDraft] = useState<BeginDraft>(EMPTY);
  const [step, setStep] = useState(0);
  const [isChecked, setChecked] = useState(false);
  const [unreadable, setUnreadable] = useState<ReadonlySet<string>>(new Set());
  const save = useSaving(draft);
  useUnsavedChanges(draft.banks.length > 0 && !save.isDone);

  const nameOf = (bank: string, kind: AccountKind, accounts: readonly AccountDraft[]) =>
    freeName(`${t(`FINANCE.BEGIN.NAME.${kind}`)} ${bank}`, accounts);
  const isSound =
    unreadable.size === 0 &&
    (step === 0
      ? draft.banks.length > 0
      : draft.accounts.length > 0 &&
        draft.accounts.every((one) => Object.keys(accountIssues(one, draft.accounts)).length === 0));

  return {
    draft,
    step: STEPS[step] ?? 'BANKS',
    stepNumber: step + 1,
    isChecked,
    isSaving: save.isPending,
    onValidity: (key: string) => (readable: boolean) =>
      setUnreadable((old) => {
        const next = new Set(old);
        if (readable) next.delete(key);
        else next.add(key);
        return next;
      }),
    back: () => {
      setChecked(false);
      setStep((old) => Math.max(0, old - 1));
    },
    /** @returns whether something is wrong on this step. */
    next: (): boolean => {
      setChecked(true);
      if (!isSound) return true;
      if (step === STEPS.length - 1) save.mutate();
      else {
        setStep(step + 1);
        setChecked(false);
      }
      return false;
    },
    toggleBank: (bank: KnownBank) =>
      setDraft((old) => {
        const isChosen = old.banks.some(({ name }) => name === bank.name);
        if (isChosen)
          return {
            ...old,
            banks: old.banks.filter(({ name }) => name !== bank.name),
            accounts: old.accounts.filter((account) => account.bank !== bank.name),
          };
        const first = newAccountDraft(bank.name, 'CURRENT', nameOf(bank.name, 'CURRENT', old.accounts));
        return { ...old, banks: [...old.banks, bank], accounts: [...old.accounts, first] };
      }),
    addAccount: (bank: string, kind: AccountKind) =>
      setDraft((old) => ({
        ...old,
        accounts: [...old.accounts, newAccountDraft(bank, kind, nameOf(bank, kind, old.accounts))],
      })),
    setKind: (account: AccountDraft, kind: AccountKind) =>
      setDraft((old) => {
        const others = old.accounts.filter(({ key }) => key !== account.key);
        const isUntouched = account.name.startsWith(t(`FINANCE.BEGIN.NAME.${account.kind}`));
        const name = isUntouched ? nameOf(account.bank, kind, others) : account.name;
        return {
          ...old,
          accounts: old.accounts.map((one) =>
            one.key === account.key ? { ...one, kind, name, periods: undefined } : one,
          ),
        };
      }),
    changeAccount: (key: string, patch: Partial<AccountDraft>) =>
      setDraft((old) => ({
        ...old,
        accounts: old.accounts.map((one) => (one.key === key ? { ...one, ...patch } : one)),
      })),
    dropAccount: (key: string) =>
      setDraft((old) => ({ ...old, accounts: old.accounts.filter((one) => one.key !== key) })),
    changeItem: (key: ItemKey, patch: Partial<ItemDraft>) =>
      setDraft((old) => ({
        ...old,
        items: old.items.map((one) => (one.key === key ? { ...one, ...patch } : one)),
      })),
  };
}

export type Begin = ReturnType<typeof useBegin>;

/** Saves the household, starts its first plan and shows it; where no plan can be started the page offers to. */
function useSaving(draft: BeginDraft) {
  const { t } = useTranslation();
  const user = useUser();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [isDone, setDone] = useState(false);
  const save = useMutation({
    mutationFn: async () => {
      const today = todayOf();
      const quarter = await saveHousehold(client, draft, today, {
        group: t('FINANCE.BEGIN.GROUP'),
        holder: user?.name ?? t('FINANCE.BEGIN.GROUP'),
        items: Object.fromEntries(ITEM_KEYS.map((key) => [key, t(`FINANCE.BEGIN.ITEM.${key}`)])) as Record<
          ItemKey,
          string
        >,
      });
      const settings = await queryClient.fetchQuery(settingsQuery());
      const options = optionsToSend(defaultOptions(quarter, today, settings));
      try {
        const { runId } = await client.call(optimizer.startRun, { body: { quarter, options } });
        return { quarter, runId };
      } catch (error) {
        toastError(error);
        return { quarter, runId: undefined };
      }
    },
    onSuccess: async ({ quarter, runId }) => {
      // Committed at once: the guard against leaving must know before the page is left.
      flushSync(() => setDone(true));
      await refreshFinance(queryClient);
      const run = runId === undefined ? '' : `?run=${runId}`;
      await navigate(`/fibado/dashboard/automatic-planning/${quarter}${run}`);
    },
  });
  return { ...save, isDone };
}
