import { type ColumnMapping, imports, type ImportChanges } from '@fibado/contracts';
import { quarterToShow } from '@fibado/planning';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { client } from '../../../lib/client';
import { today } from '../../../lib/day';
import { errorCode } from '../../../lib/errors';
import { accountsToTakeIn } from '../quarter-setup/setup-model';
import { useCanWrite } from '../shared/access';
import { type Household, quarterQuery } from '../shared/queries';
import { useSearchParam } from '../shared/search-param';
import type { QuarterListItem } from '../shared/types';
import { namedAccounts } from './import-model';
import { type Answer, isUnreadable } from './refused-file';
import type { SeveralFile } from './several-accounts';

/** Codes on which the person can help by saying what the columns are. */
const MAPPABLE = ['FILE_LAYOUT_UNKNOWN', 'FILE_LAYOUT_UNSIGNED'];

interface Reading extends Answer {
  readonly file: File;
  readonly accountId: string;
  readonly quarter: string;
  readonly mapping?: ColumnMapping;
}

export interface ImportPlace {
  readonly household: Household;
  readonly quarters: readonly QuarterListItem[];
}

/** The quarter and the account a file is compared with: those of the address, and what may be chosen instead. */
function useImportPlace({ household, quarters }: ImportPlace) {
  const canWrite = useCanWrite();
  const [quarterParam, setQuarter] = useSearchParam('quarter');
  const [accountParam, setAccount] = useSearchParam('account');
  const quarter = quarterToShow(quarters, quarterParam, today()) ?? '';
  const setups = useQuery(quarterQuery(quarter)).data?.setups;
  const taking = household.accounts.filter((account) =>
    setups === undefined ? account.active : setups.some((setup) => setup.accountId === account.id),
  );
  const isOpen = (date: string) => quarters.find((one) => one.date === date)?.state !== 'CLOSED';
  /** Accounts that can be taken into the quarter on the way: opened while it runs, or forgotten. */
  const others =
    setups === undefined || !canWrite || !isOpen(quarter)
      ? []
      : accountsToTakeIn(household.accounts, quarter, new Set(setups.map((setup) => setup.accountId)));
  return {
    quarter,
    setQuarter,
    setAccount,
    taking,
    others,
    isOpen,
    canWrite,
    isClosed: !isOpen(quarter),
    isReady: quarter !== '' && isOpen(quarter) && canWrite,
    /** The account of the address where it is not in the quarter yet. */
    joining: others.find((account) => account.id === accountParam),
    accountId: taking.find((account) => account.id === accountParam)?.id ?? '',
  };
}

/** Comparing one file: what is being read, how far, and the comparison. An answer to an earlier question is dropped. */
function useComparison() {
  const [reading, setReading] = useState<Reading>();
  const [changes, setChanges] = useState<ImportChanges>();
  const [mapping, setMapping] = useState(false);
  /** A file of several accounts, each compared by itself. */
  const [several, setSeveral] = useState<SeveralFile>();
  /** How much of the file has gone out, 0 to 1; undefined until the first word of it. */
  const [sent, setSent] = useState<number>();
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
  return {
    reading,
    changes,
    mapping,
    setMapping,
    several,
    setSeveral,
    sent,
    isPending: compute.isPending,
    error: compute.error,
    isBegun: () => latest.current !== undefined,
    read: (next: Reading) => {
      latest.current = next;
      setReading(next);
      setChanges(undefined);
      setSent(undefined);
      compute.mutate(next);
    },
    reset: () => {
      latest.current = undefined;
      setReading(undefined);
      setChanges(undefined);
      compute.reset();
    },
  };
}

/** From a dropped file to its comparison with the quarter. */
export function useImport(where: ImportPlace) {
  const place = useImportPlace(where);
  const comparison = useComparison();
  const { quarter, accountId, taking, others, setAccount } = place;
  /** A file that came before its account was said. */
  const [waiting, setWaiting] = useState<File>();
  /** A file of which nothing can be made, whose ever it is. */
  const [unreadable, setUnreadable] = useState<{ readonly name: string; readonly error: Error }>();
  const read = (next: Reading) => {
    setWaiting(undefined);
    setUnreadable(undefined);
    comparison.read(next);
  };
  /** Whose statement a file is, by the IBAN it names; where it names none the person says. */
  const identify = useMutation({
    meta: { blocking: false, inline: true },
    mutationFn: (file: File) => client.call(imports.preview, { body: {}, file, fileName: file.name }),
    onSuccess: ({ ibans = [], accounts = [] }, file) => {
      const names = accounts.length > 1 ? accounts : ibans;
      if (names.length > 1 && !comparison.isBegun()) {
        setWaiting(undefined);
        comparison.setSeveral({ file, names, compared: [] });
        return;
      }
      const named = [...taking, ...others].filter(({ iban }) => iban !== undefined && ibans.includes(iban));
      const [only, ...more] = named;
      // Chosen by hand meanwhile, or named by none or several.
      if (comparison.isBegun() || !only || more.length > 0) return;
      setAccount(only.id);
      if (taking.includes(only)) read({ file, accountId: only.id, quarter });
    },
    onError: (error, { name }) => {
      if (comparison.isBegun() || !isUnreadable(error)) return;
      setWaiting(undefined);
      setUnreadable({ name, error });
    },
  });
  return {
    ...place,
    ...comparison,
    waiting,
    unreadable,
    read,
    take: (files: readonly File[]) => {
      const file = files[0];
      if (!file) return;
      comparison.setSeveral(undefined);
      setUnreadable(undefined);
      if (accountId !== '') {
        read({ file, accountId, quarter });
        return;
      }
      setWaiting(file);
      identify.mutate(file);
    },
    chooseQuarter: (next: string) => {
      const { reading } = comparison;
      place.setQuarter(next);
      comparison.reset();
      if (reading && accountId !== '' && place.isOpen(next))
        read({ file: reading.file, accountId, quarter: next });
    },
    chooseAccount: (next: string) => {
      // The file stays the same: it was the account that was wrong, or not said yet.
      const file = waiting ?? comparison.reading?.file;
      setAccount(next);
      comparison.reset();
      if (!file) return;
      if (others.some((account) => account.id === next)) setWaiting(file);
      else read({ file, accountId: next, quarter });
    },
  };
}

export type ImportState = ReturnType<typeof useImport>;
