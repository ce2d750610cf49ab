import { isApiError } from '@fibado/client';
import { Alert, Button, Group, List, Stack, Text } from '@mantine/core';
import {
  type Dispatch,
  type ReactNode,
  type SetStateAction,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { flushSync } from 'react-dom';
import { useTranslation } from 'react-i18next';
import { alertError } from '../../../components/confirm';
import { FormActions } from '../../../components/form-actions';
import { showFirstWrong } from '../../../components/form-parts';
import { useUnsavedChanges } from '../../../components/unsaved-changes';
import { useCanWrite } from './access';
import { type FieldErrors, fieldErrors } from './field-errors';
import { refreshFinance } from './queries';

/** As much of a contract's schema as an editor needs. */
type Schema = Parameters<typeof fieldErrors>[0];

/** What is edited: new while it has no id. */
export interface Versioned {
  readonly id?: string | undefined;
  readonly version?: number | undefined;
}

export interface EditorOptions<T extends Versioned> {
  readonly initial: T;
  readonly schema: Schema;
  readonly save: (value: T) => Promise<{ readonly id: string; readonly version: number }>;
  /** Reads the entity again, to show both values after a concurrent change. */
  readonly reload: (id: string) => Promise<T | undefined>;
  readonly onSaved: () => void;
}

/** A value as it is filled in. */
export interface Draft<T> {
  readonly value: T;
  readonly set: <K extends keyof T>(key: K, next: T[K]) => void;
  readonly setAll: Dispatch<SetStateAction<T>>;
  /** Text of what is wrong with a field; shown once the field was touched or sending was tried. */
  readonly error: (path: string) => string | undefined;
  readonly touch: (path: string) => void;
  /** Told by fields whose text cannot be read: nothing is sent while there is one. */
  readonly unreadable: (path: string) => (readable: boolean) => void;
  /** From now on everything wrong is shown. @returns whether nothing is. */
  readonly check: () => boolean;
}

/** A value filled in field by field, validated by the contract's own schema as it is typed. */
export function useDraft<T>(initial: T, schema: Schema): Draft<T> {
  const { t } = useTranslation();
  const [value, setAll] = useState(initial);
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set());
  const [tried, setTried] = useState(false);
  const [bad, setBad] = useState<ReadonlySet<string>>(new Set());
  const errors = useMemo((): FieldErrors => fieldErrors(schema, value), [schema, value]);
  const isWrong = Object.keys(errors).length > 0 || bad.size > 0;
  return {
    value,
    set: (key, next) => {
      setAll((old) => ({ ...old, [key]: next }));
      setTouched((old) => new Set(old).add(String(key)));
    },
    setAll,
    error: (path) => {
      if (!tried && ![...touched].some((key) => path === key || path.startsWith(`${key}.`))) return undefined;
      const key = errors[path];
      return key === undefined ? undefined : t(`FINANCE.ISSUE.${key}`);
    },
    touch: (path) => setTouched((old) => new Set(old).add(path)),
    unreadable: (path) => (readable) => {
      setBad((old) => {
        const next = new Set(old);
        if (readable) next.delete(path);
        else next.add(path);
        return next;
      });
    },
    check: () => {
      setTried(true);
      return !isWrong;
    },
  };
}

/** What an editor of one entity works with. */
export interface Editor<T extends Versioned> extends Draft<T> {
  readonly dirty: boolean;
  readonly saving: boolean;
  readonly submit: () => void;
  /** The concurrently saved version; absent without a conflict. */
  readonly theirs: T | undefined;
  readonly keepMine: () => void;
  readonly takeTheirs: () => void;
}

/**
 * The state of an entity's editor: validated by the contract's own schema as it is typed, asked about when left
 * unsaved, and on a stale version showing both values instead of losing either.
 */
export function useEditor<T extends Versioned>(options: EditorOptions<T>): Editor<T> {
  const queryClient = useQueryClient();
  const { initial, schema, save, reload, onSaved } = options;
  const draft = useDraft(initial, schema);
  const { value, setAll, check } = draft;
  const [base, setBase] = useState(initial);
  const [theirs, setTheirs] = useState<T>();
  const [left, setLeft] = useState(false);

  const dirty = !left && JSON.stringify(value) !== JSON.stringify(base);
  useUnsavedChanges(dirty);

  const mutation = useMutation({
    meta: { confirm: true, inline: ['STALE_VERSION'] },
    mutationFn: save,
    onSuccess: async () => {
      // Committed at once: the guard against leaving must know before the page is left.
      flushSync(() => setLeft(true));
      await refreshFinance(queryClient);
      onSaved();
    },
    onError: async (error, sent) => {
      if (!isApiError(error, 'STALE_VERSION')) return;
      const now = sent.id === undefined ? undefined : await reload(sent.id).catch(() => undefined);
      if (now) setTheirs(now);
      else alertError(error);
    },
  });

  const submit = () => {
    if (check()) mutation.mutate(value);
  };

  return {
    ...draft,
    dirty,
    saving: mutation.isPending,
    submit,
    theirs,
    keepMine: () => {
      if (!theirs) return;
      setAll((old) => ({ ...old, version: theirs.version }));
      setBase(theirs);
      setTheirs(undefined);
    },
    takeTheirs: () => {
      if (!theirs) return;
      setAll(theirs);
      setBase(theirs);
      setTheirs(undefined);
    },
  };
}

interface EditorFormProps<T extends Versioned> {
  readonly editor: Editor<T>;
  readonly onCancel: () => void;
  /** The entity's fields as texts, to compare with a concurrent change. */
  readonly describe: (value: T) => readonly (readonly [label: string, text: string])[];
  readonly readOnly: boolean;
  readonly children: ReactNode;
}

/** An editor's frame: its fields, the conflict when there is one, and the buttons. */
export function EditorForm<T extends Versioned>({
  editor,
  onCancel,
  describe,
  readOnly,
  children,
}: EditorFormProps<T>) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const form = useRef<HTMLFormElement>(null);
  const submit = () => {
    editor.submit();
    // What is wrong may stand far above the button: once it is drawn it is gone to.
    setTimeout(() => showFirstWrong(form.current));
  };
  const { theirs } = editor;
  useEffect(() => {
    if (theirs) showFirstWrong(form.current);
  }, [theirs]);
  return (
    <form
      ref={form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      <fieldset disabled={readOnly} style={{ border: 0, padding: 0, margin: 0, minWidth: 0 }}>
        {!canWrite && (
          <Alert color="gray" mb="md">
            {t('FINANCE.READ_ONLY')}
          </Alert>
        )}
        {editor.theirs && (
          <Conflict mine={editor.value} theirs={editor.theirs} describe={describe} editor={editor} />
        )}
        <Stack gap="md">{children}</Stack>
        {!readOnly && (
          <FormActions
            onSave={submit}
            onCancel={onCancel}
            saving={editor.saving}
            disabled={editor.theirs !== undefined}
          />
        )}
      </fieldset>
    </form>
  );
}

function Conflict<T extends Versioned>({
  mine,
  theirs,
  describe,
  editor,
}: {
  readonly mine: T;
  readonly theirs: T;
  readonly describe: EditorFormProps<T>['describe'];
  readonly editor: Editor<T>;
}) {
  const { t } = useTranslation();
  const other = new Map(describe(theirs));
  const differences = describe(mine).filter(([label, text]) => other.get(label) !== text);
  return (
    <Alert color="yellow" title={t('FINANCE.CONFLICT.TITLE')} mb="md" role="alert">
      <Text size="sm">{t('FINANCE.CONFLICT.TEXT')}</Text>
      <List size="sm" my="xs">
        {differences.map(([label, text]) => (
          <List.Item key={label}>
            {label}: {t('FINANCE.CONFLICT.MINE')} <strong>{text}</strong>, {t('FINANCE.CONFLICT.THEIRS')}{' '}
            <strong>{other.get(label)}</strong>
          </List.Item>
        ))}
      </List>
      <Group gap="xs">
        <Button size="xs" onClick={editor.keepMine}>
          {t('FINANCE.CONFLICT.KEEP_MINE')}
        </Button>
        <Button size="xs" variant="default" onClick={editor.takeTheirs}>
          {t('FINANCE.CONFLICT.TAKE_THEIRS')}
        </Button>
      </Group>
    </Alert>
  );
}
