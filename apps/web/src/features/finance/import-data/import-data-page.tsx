import { type ColumnMapping, imports, MAX_UPLOAD_BYTES, type ImportChanges } from '@fibado/contracts';
import { Alert, Button, Group, Paper, Progress, Select, Stack, Text } from '@mantine/core';
import { Dropzone, type FileRejection } from '@mantine/dropzone';
import '@mantine/dropzone/styles.css';
import { IconFileSpreadsheet, IconUpload, IconX } from '@tabler/icons-react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { EmptyState, QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { errorCode } from '../../../lib/errors';
import { useHasRole } from '../../../lib/roles';
import { useCanWrite } from '../shared/access';
import { Loaded } from '../shared/loaded';
import { useQuarterText } from '../shared/quarter-text';
import { type Household, quarterQuery, quartersQuery, useHousehold } from '../shared/queries';
import { accountsToTakeIn } from '../quarter-setup/setup-model';
import { useSearchParam } from '../shared/search-param';
import type { QuarterListItem } from '../shared/types';
import { quarterToShow } from '../dashboard/view-models';
import { ChangesReview } from './changes-review';
import { ImportHistory } from './import-history';
import { namedAccounts } from './import-model';
import { JoinQuarter } from './join-quarter';
import { MappingDialog } from './mapping-dialog';
import { type Answer, RefusedFile } from './refused-file';
import { SeveralAccounts, type SeveralFile } from './several-accounts';

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

const choices = (accounts: Household['accounts']) => accounts.map((a) => ({ value: a.id, label: a.name }));

/** Codes on which the person can help by saying what the columns are. */
const MAPPABLE = ['FILE_LAYOUT_UNKNOWN', 'FILE_LAYOUT_UNSIGNED'];

interface Reading extends Answer {
  readonly file: File;
  readonly accountId: string;
  readonly quarter: string;
  readonly mapping?: ColumnMapping;
}

function ImportPage({
  household,
  quarters,
}: {
  readonly household: Household;
  readonly quarters: readonly QuarterListItem[];
}) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const canWrite = useCanWrite();
  const [quarterParam, setQuarter] = useSearchParam('quarter');
  const [accountParam, setAccount] = useSearchParam('account');
  const quarter = quarterToShow(quarters, quarterParam, today()) ?? '';
  const setups = useQuery(quarterQuery(quarter)).data?.setups;
  const taking = household.accounts.filter((a) =>
    setups === undefined ? a.active : setups.some((setup) => setup.accountId === a.id),
  );
  const isOpen = (date: string) => quarters.find((q) => q.date === date)?.state !== 'CLOSED';
  /** Accounts that can be taken into the quarter on the way: opened while it runs, or forgotten. */
  const others =
    setups === undefined || !canWrite || !isOpen(quarter)
      ? []
      : accountsToTakeIn(household.accounts, quarter, new Set(setups.map((setup) => setup.accountId)));
  const joining = others.find((a) => a.id === accountParam);
  const accountId = taking.find((a) => a.id === accountParam)?.id ?? '';
  /** A file that came before its account was said. */
  const [waiting, setWaiting] = useState<File>();
  /** A file of several accounts, each compared by itself. */
  const [several, setSeveral] = useState<SeveralFile>();
  const [reading, setReading] = useState<Reading>();
  const [changes, setChanges] = useState<ImportChanges>();
  const [mapping, setMapping] = useState(false);
  const [rejection, setRejection] = useState<'TOO_LARGE' | 'TOO_MANY'>();
  /** How much of the file has gone out, 0 to 1; undefined until the first word of it. */
  const [sent, setSent] = useState<number>();
  const openFile = useRef<() => void>(null);
  /** What is being read for the page as it is now: an answer to anything else came too late. */
  const latest = useRef<Reading>(undefined);

  const compute = useMutation({
    meta: { blocking: false, inline: true },
    mutationFn: ({ file, ...body }: Reading) =>
      client.call(imports.computeChanges, {
        body,
        file,
        fileName: file.name,
        onUploadProgress: ({ sentBytes, totalBytes }) => setSent(totalBytes > 0 ? sentBytes / totalBytes : 1),
      }),
    onSuccess: (answer, asked) => {
      if (asked !== latest.current) return;
      setChanges(answer);
      const { fileAccount } = asked;
      if (fileAccount !== undefined)
        setSeveral((now) => now && { ...now, compared: [...now.compared, fileAccount] });
    },
    onError: (error, asked) => {
      if (asked !== latest.current) return;
      if (MAPPABLE.includes(errorCode(error) ?? '')) setMapping(true);
      const names = namedAccounts(error);
      if (names.length > 1) setSeveral({ file: asked.file, names, compared: [] });
    },
  });
  const read = (next: Reading) => {
    setWaiting(undefined);
    latest.current = next;
    setReading(next);
    setChanges(undefined);
    setSent(undefined);
    compute.mutate(next);
  };
  /** Whose statement a file is, by the IBAN it names; where it names none the person says. */
  const identify = useMutation({
    meta: { blocking: false, inline: true },
    mutationFn: (file: File) => client.call(imports.preview, { body: {}, file, fileName: file.name }),
    onSuccess: ({ ibans = [], accounts = [] }, file) => {
      const names = accounts.length > 1 ? accounts : ibans;
      if (names.length > 1 && !latest.current) {
        setWaiting(undefined);
        setSeveral({ file, names, compared: [] });
        return;
      }
      const named = [...taking, ...others].filter(({ iban }) => iban !== undefined && ibans.includes(iban));
      const [only, ...more] = named;
      // Chosen by hand meanwhile, or named by none or several.
      if (latest.current || !only || more.length > 0) return;
      setAccount(only.id);
      if (taking.includes(only)) read({ file, accountId: only.id, quarter });
    },
  });
  const reset = () => {
    latest.current = undefined;
    setReading(undefined);
    setChanges(undefined);
    compute.reset();
  };
  const take = (files: readonly File[]) => {
    const file = files[0];
    if (!file) return;
    setSeveral(undefined);
    if (accountId !== '') {
      read({ file, accountId, quarter });
      return;
    }
    setWaiting(file);
    identify.mutate(file);
  };
  const reject = (rejected: readonly FileRejection[]) => {
    const codes = rejected.flatMap((r) => r.errors.map((error) => error.code));
    setRejection(codes.includes('file-too-large') ? 'TOO_LARGE' : 'TOO_MANY');
  };
  const step =
    sent === undefined || sent >= 1
      ? t('FINANCE.IMPORT.READING', { name: reading?.file.name })
      : t('FINANCE.IMPORT.SENDING', { name: reading?.file.name, percent: Math.floor(sent * 100) });
  const closed = !isOpen(quarter);
  const ready = quarter !== '' && !closed && canWrite;

  return (
    <Stack gap="md">
      <Group align="flex-end">
        <Select
          label={t('FINANCE.FIELD.QUARTER')}
          allowDeselect={false}
          w="13rem"
          value={quarter}
          data={quarters.map((q) => ({ value: q.date, label: quarterText(q.date) })).toReversed()}
          onChange={(v) => {
            if (v === null) return;
            setQuarter(v);
            reset();
            if (reading && accountId !== '' && isOpen(v)) read({ file: reading.file, accountId, quarter: v });
          }}
        />
        <Select
          label={t('FINANCE.FIELD.ACCOUNT')}
          placeholder={t('FINANCE.IMPORT.CHOOSE_ACCOUNT')}
          searchable
          w="18rem"
          value={joining?.id ?? (accountId === '' ? null : accountId)}
          data={
            others.length === 0
              ? choices(taking)
              : [
                  { group: t('FINANCE.IMPORT.IN_QUARTER'), items: choices(taking) },
                  { group: t('FINANCE.IMPORT.OTHER_ACCOUNTS'), items: choices(others) },
                ]
          }
          onChange={(v) => {
            if (v === null) return;
            setAccount(v);
            reset();
            // The file stays the same: it was the account that was wrong, or not said yet.
            const file = waiting ?? reading?.file;
            if (!file) return;
            if (others.some((a) => a.id === v)) setWaiting(file);
            else read({ file, accountId: v, quarter });
          }}
        />
      </Group>
      {joining && (
        <JoinQuarter
          key={`${joining.id}:${quarter}`}
          account={joining}
          quarter={quarter}
          onJoined={() => {
            if (waiting) read({ file: waiting, accountId: joining.id, quarter });
          }}
        />
      )}
      {closed && <Alert color="gray">{t('FINANCE.QUARTER.CLOSED_READ_ONLY')}</Alert>}
      {!canWrite && <Alert color="gray">{t('FINANCE.READ_ONLY')}</Alert>}
      {changes === undefined && canWrite && (
        <Dropzone
          openRef={openFile}
          onDropAny={() => setRejection(undefined)}
          onDrop={take}
          onReject={reject}
          maxSize={MAX_UPLOAD_BYTES}
          multiple={false}
          disabled={!ready}
          loading={compute.isPending}
          aria-label={t('FINANCE.IMPORT.DROP')}
          p="xl"
        >
          <Group justify="center" gap="md" style={{ pointerEvents: 'none' }}>
            <Dropzone.Accept>
              <IconUpload size={40} aria-hidden />
            </Dropzone.Accept>
            <Dropzone.Reject>
              <IconX size={40} aria-hidden />
            </Dropzone.Reject>
            <Dropzone.Idle>
              <IconFileSpreadsheet size={40} aria-hidden />
            </Dropzone.Idle>
            <div>
              <Text fw={600}>{t('FINANCE.IMPORT.DROP')}</Text>
              <Text size="sm" c="dimmed">
                {t('FINANCE.IMPORT.FORMATS')}
              </Text>
            </div>
          </Group>
        </Dropzone>
      )}
      {ready && (
        <Dropzone.FullScreen
          active={!compute.isPending}
          // Invisible until a file is dragged over the page, so it is out of the tab order.
          activateOnKeyboard={false}
          maxSize={MAX_UPLOAD_BYTES}
          multiple={false}
          onDropAny={() => setRejection(undefined)}
          onDrop={take}
          onReject={reject}
        >
          <Group justify="center" mih="60vh">
            <Text fw={600} size="xl">
              {t('FINANCE.IMPORT.DROP_NOW')}
            </Text>
          </Group>
        </Dropzone.FullScreen>
      )}
      {compute.isPending && reading && (
        <Paper withBorder p="sm">
          <Text size="sm" mb={4} role="status">
            {step}
          </Text>
          <Progress.Root>
            <Progress.Section
              // Uploaded; the time needed to parse it is unknown, so the progress is indeterminate.
              value={sent === undefined || sent >= 1 ? 100 : sent * 100}
              animated={sent === undefined || sent >= 1}
              aria-label={step}
            />
          </Progress.Root>
        </Paper>
      )}
      {waiting && !joining && (
        <Alert color="yellow" role="status">
          {t('FINANCE.IMPORT.WAITING', { name: waiting.name })}
        </Alert>
      )}
      {rejection !== undefined && !compute.isPending && (
        <Alert
          color="red"
          role="alert"
          withCloseButton
          closeButtonLabel={t('COMMON.CLOSE')}
          onClose={() => setRejection(undefined)}
        >
          {t(`FINANCE.IMPORT.${rejection}`)}
        </Alert>
      )}
      {several && changes === undefined && !compute.isPending && (
        <SeveralAccounts
          key={`${several.file.name}:${several.names.join('\n')}`}
          several={several}
          accounts={taking}
          onCompare={(fileAccount, id) => {
            setAccount(id);
            read({ file: several.file, accountId: id, quarter, fileAccount });
          }}
          onClose={() => setSeveral(undefined)}
        />
      )}
      {compute.error && reading && namedAccounts(compute.error).length < 2 && (
        <RefusedFile
          name={reading.file.name}
          error={compute.error}
          onMap={() => setMapping(true)}
          onAnswer={(answer) => read({ ...reading, ...answer })}
        />
      )}
      {changes && reading && (
        <ChangesReview
          key={`${changes.file.hash}:${changes.layout.id}:${accountId}`}
          household={household}
          quarter={quarter}
          accountId={accountId}
          changes={changes}
          onLayout={(layout) => read({ ...reading, layout })}
          onMap={() => setMapping(true)}
          onDone={reset}
        />
      )}
      {reading && (
        <MappingDialog
          opened={mapping}
          file={reading.file}
          accountId={accountId}
          current={changes?.layout.mapping ?? reading.mapping}
          onClose={() => setMapping(false)}
          onApply={(columns) => {
            setMapping(false);
            read({ file: reading.file, accountId, quarter, mapping: columns });
          }}
        />
      )}
      <ImportHistory household={household} accountId={accountId} />
    </Stack>
  );
}
