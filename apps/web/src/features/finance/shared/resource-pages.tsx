import { Button } from '@mantine/core';
import { type Icon, IconPlus } from '@tabler/icons-react';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { EmptyState } from '../../../components/states';
import { useCanWrite } from './access';
import { type Editor, type EditorOptions, EditorForm, useEditor, type Versioned } from './editor';
import { ExampleButton } from './example-button';
import { Loaded } from './loaded';
import { NotThere } from './not-there';
import { type Household, useHousehold } from './queries';

interface ResourceListPageProps {
  /** The texts' branch: its TITLE, TEXT, CREATE, EMPTY and EMPTY_TEXT. */
  readonly texts: string;
  readonly icon: Icon;
  readonly isEmpty: (household: Household) => boolean;
  /** Whether an example household may be offered on the empty page. */
  readonly offerExample: (household: Household) => boolean;
  readonly children: (household: Household) => ReactNode;
}

/** A list of the household: its title, the button that creates, what the page is for while it is empty, and the list. */
export function ResourceListPage({ texts, icon, isEmpty, offerExample, children }: ResourceListPageProps) {
  const { t } = useTranslation();
  const canWrite = useCanWrite();
  const state = useHousehold();
  return (
    <>
      <PageHeader
        title={t(`${texts}.TITLE`)}
        description={t(`${texts}.TEXT`)}
        actions={
          canWrite && (
            <Button component={Link} to="create" leftSection={<IconPlus size={16} aria-hidden />}>
              {t(`${texts}.CREATE`)}
            </Button>
          )
        }
      />
      <Loaded state={state}>
        {(household) =>
          isEmpty(household) ? (
            <EmptyState
              icon={icon}
              title={t(`${texts}.EMPTY`)}
              actions={canWrite && offerExample(household) && <ExampleButton />}
            >
              {t(`${texts}.EMPTY_TEXT`)}
            </EmptyState>
          ) : (
            children(household)
          )
        }
      </Loaded>
    </>
  );
}

interface Named {
  readonly id: string;
  readonly name: string;
  readonly version: number;
}

/** What an editor begins with: the entity, a copy under another name, or a new one. */
interface Beginning<Entity extends Named, Save> {
  readonly all: readonly Entity[];
  readonly copy: (source: Omit<Entity, 'id' | 'version'>, name: string) => Save;
  readonly create: () => Save;
}

interface ResourceEditorPageProps<Entity extends Named & Save, Save extends Versioned> {
  /** The list's address: where to go back to. */
  readonly back: string;
  readonly begin: (household: Household) => Beginning<Entity, Save> | { readonly instead: ReactNode };
  readonly form: (initial: Save, household: Household) => ReactNode;
}

/** Creates, edits or duplicates one entity, as the address says; one that does not exist is said to be missing. */
export function ResourceEditorPage<Entity extends Named & Save, Save extends Versioned>({
  back,
  begin,
  form,
}: ResourceEditorPageProps<Entity, Save>) {
  const { id } = useParams();
  const [params] = useSearchParams();
  const { t } = useTranslation();
  const state = useHousehold();
  const copied = params.get('from');
  return (
    <Loaded state={state}>
      {(household) => {
        const beginning = begin(household);
        if ('instead' in beginning) return beginning.instead;
        const source = beginning.all.find((one) => one.id === (id ?? copied));
        if (id !== undefined && !source) return <NotThere back={back} />;
        const copy = () => {
          if (!source) return beginning.create();
          const { id: _id, version: _version, ...rest } = source;
          return beginning.copy(rest, t('FINANCE.ROW.COPY_OF', { name: source.name }));
        };
        // Another address is another entity: nothing typed may be carried over.
        return (
          <div key={id ?? copied ?? 'new'}>
            {form(id !== undefined && source ? source : copy(), household)}
          </div>
        );
      }}
    </Loaded>
  );
}

type ResourceFormProps<T extends Versioned & { readonly name: string }> = Pick<
  EditorOptions<T>,
  'initial' | 'schema' | 'save'
> & {
  readonly texts: string;
  readonly back: string;
  /** Reads all of the family again, to show both values after a concurrent change. */
  readonly reread: (queries: QueryClient) => Promise<readonly T[]>;
  readonly describe: (value: T) => readonly (readonly [label: string, text: string])[];
  readonly children: (editor: Editor<T>) => ReactNode;
};

/** The form of one entity under its title; saved or given up, it goes back to the list. */
export function ResourceForm<T extends Versioned & { readonly name: string }>({
  initial,
  schema,
  save,
  texts,
  back,
  reread,
  describe,
  children,
}: ResourceFormProps<T>) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const canWrite = useCanWrite();
  const leave = () => void navigate(back);
  const editor = useEditor<T>({
    initial,
    schema,
    save,
    reload: async (id) => (await reread(queryClient)).find((one) => one.id === id),
    onSaved: leave,
  });
  return (
    <>
      <PageHeader title={initial.id === undefined ? t(`${texts}.CREATE`) : initial.name} />
      <EditorForm editor={editor} readOnly={!canWrite} onCancel={leave} describe={describe}>
        {children(editor)}
      </EditorForm>
    </>
  );
}
