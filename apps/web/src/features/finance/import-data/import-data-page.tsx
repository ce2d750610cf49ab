import { Alert, Button, Stack } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { EmptyState, QueryState } from '../../../components/states';
import { useHasRole } from '../../../lib/roles';
import { Loaded } from '../shared/loaded';
import { quartersQuery, useHousehold } from '../shared/queries';
import { ChangesReview } from './changes-review';
import { FileDrop } from './file-drop';
import { ImportHistory } from './import-history';
import { namedAccounts } from './import-model';
import { ImportToolbar } from './import-toolbar';
import { JoinQuarter } from './join-quarter';
import { MappingDialog } from './mapping-dialog';
import { RefusedFile, UnreadableFile } from './refused-file';
import { SeveralAccounts } from './several-accounts';
import { UploadProgress } from './upload-progress';
import { type ImportPlace, type ImportState, useImport } from './use-import';
import { useSharedFile } from './use-shared-file';

/** Import Dati: a bank's file against the quarter, row by row. */
export function Component() {
  const { t } = useTranslation();
  const canConnect = useHasRole('FBDO_CONNECT');
  const state = useHousehold();
  const quarters = useQuery(quartersQuery());
  return (
    <>
      <PageHeader
        title={t('FINANCE.IMPORT.TITLE')}
        description={t('FINANCE.IMPORT.TEXT')}
        actions={
          canConnect && (
            <Button component={Link} to="/fibado/import-data/connection" variant="default">
              {t('FINANCE.CONNECTION.OPEN')}
            </Button>
          )
        }
      />
      <Loaded state={state}>
        {(household) => (
          <QueryState query={quarters}>
            {(list) =>
              list.length === 0 ? (
                <EmptyState
                  icon={IconFileSpreadsheet}
                  title={t('FINANCE.IMPORT.NO_QUARTER')}
                  actions={
                    <Button component={Link} to="/fibado/dashboard">
                      {t('FINANCE.IMPORT.GO_DASHBOARD')}
                    </Button>
                  }
                >
                  {t('FINANCE.IMPORT.NO_QUARTER_TEXT')}
                </EmptyState>
              ) : (
                <ImportPage household={household} quarters={list} />
              )
            }
          </QueryState>
        )}
      </Loaded>
    </>
  );
}

function ImportPage({ household, quarters }: ImportPlace) {
  const { t } = useTranslation();
  const state = useImport({ household, quarters });
  useSharedFile(state);
  const { quarter, accountId, joining, waiting, reading, changes } = state;
  return (
    <Stack gap="md">
      <ImportToolbar quarters={quarters} state={state} />
      {joining && (
        <JoinQuarter
          key={`${joining.id}:${quarter}`}
          account={joining}
          quarter={quarter}
          onJoined={() => {
            if (waiting) state.read({ file: waiting, accountId: joining.id, quarter });
          }}
        />
      )}
      {state.isClosed && <Alert color="gray">{t('FINANCE.QUARTER.CLOSED_READ_ONLY')}</Alert>}
      {!state.canWrite && <Alert color="gray">{t('FINANCE.READ_ONLY')}</Alert>}
      <FileDrop state={state} />
      {state.isPending && reading && <UploadProgress name={reading.file.name} sent={state.sent} />}
      {waiting && !joining && (
        <Alert color="yellow" role="status">
          {t('FINANCE.IMPORT.WAITING', { name: waiting.name })}
        </Alert>
      )}
      <NotCompared state={state} />
      {changes && reading && (
        <ChangesReview
          key={`${changes.file.hash}:${changes.layout.id}:${accountId}`}
          household={household}
          quarter={quarter}
          accountId={accountId}
          changes={changes}
          onLayout={(layout) => state.read({ ...reading, layout })}
          onMap={() => state.setMapping(true)}
          onDone={state.reset}
        />
      )}
      {reading && (
        <MappingDialog
          opened={state.mapping}
          file={reading.file}
          accountId={accountId}
          current={changes?.layout.mapping ?? reading.mapping}
          onClose={() => state.setMapping(false)}
          onApply={(mapping) => {
            state.setMapping(false);
            state.read({ file: reading.file, accountId, quarter, mapping });
          }}
        />
      )}
      <ImportHistory household={household} accountId={accountId} />
    </Stack>
  );
}

/** Why there is no comparison yet: the file has several accounts, or it was refused. */
function NotCompared({ state }: { readonly state: ImportState }) {
  const { several, changes, reading, error, taking, quarter } = state;
  return (
    <>
      {state.unreadable && <UnreadableFile {...state.unreadable} />}
      {several && changes === undefined && !state.isPending && (
        <SeveralAccounts
          key={`${several.file.name}:${several.names.join('\n')}`}
          several={several}
          accounts={taking}
          onCompare={(fileAccount, id) => {
            state.setAccount(id);
            state.read({ file: several.file, accountId: id, quarter, fileAccount });
          }}
          onClose={() => state.setSeveral(undefined)}
        />
      )}
      {error && reading && namedAccounts(error).length < 2 && (
        <RefusedFile
          name={reading.file.name}
          error={error}
          onMap={() => state.setMapping(true)}
          onAnswer={(answer) => state.read({ ...reading, ...answer })}
        />
      )}
    </>
  );
}
