import { imports } from '@fibado/contracts';
import { abiOfIban, bankOfAbi, normalizeIban } from '@fibado/planning';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { formatDay } from '../../../lib/day';
import { errorMessage } from '../../../lib/errors';
import { useMoneyFormat } from '../../../lib/hide-amounts';
import type { AccountDraft } from './begin-model';
import type { Begin } from './use-begin';

/**
 * Which account a file is of: the one whose IBAN it names, else the only account at that IBAN's bank that no other
 * file is of yet; `undefined` where that is not certain.
 */
export function accountOfFile(
  ibans: readonly string[],
  accounts: readonly AccountDraft[],
): AccountDraft | undefined {
  const byIban = accounts.find(({ iban }) => ibans.includes(normalizeIban(iban)));
  if (byIban) return byIban;
  const names = new Set(ibans.flatMap((iban) => bankOfAbi(abiOfIban(iban) ?? '')?.name ?? []));
  const open = accounts.filter(({ bank, iban, statement }) => names.has(bank) && iban === '' && !statement);
  return open.length === 1 ? open[0] : undefined;
}

/** Reads a bank's file into the account it is of: IBAN and balance; its movements come in with the first save. */
export function useStatement(begin: Begin) {
  const { t } = useTranslation();
  const money = useMoneyFormat();
  const [reading, setReading] = useState(0);
  const [message, setMessage] = useState<{ readonly text: string; readonly isProblem: boolean }>();

  const take = async (file: File, chosen?: AccountDraft) => {
    const preview = await client.call(imports.preview, { body: {}, file, fileName: file.name });
    const ibans = preview.ibans ?? [];
    const account = chosen ?? accountOfFile(ibans, begin.draft.accounts);
    if (!account) return { text: t('FINANCE.BEGIN.FILE.WHOSE', { name: file.name }), isProblem: true };
    if (preview.candidates.length === 0)
      return { text: t('FINANCE.BEGIN.FILE.UNKNOWN', { name: file.name }), isProblem: true };
    const { closing } = preview;
    const [iban] = ibans;
    begin.changeAccount(account.key, {
      statement: file,
      ...(iban !== undefined && account.iban === '' && ibans.length === 1 ? { iban } : {}),
      ...(closing ? { balanceCents: closing.balanceCents } : {}),
    });
    return closing
      ? {
          text: t('FINANCE.BEGIN.FILE.READ', {
            account: account.name,
            amount: money(closing.balanceCents),
            day: formatDay(closing.date),
          }),
          isProblem: false,
        }
      : { text: t('FINANCE.BEGIN.FILE.NO_BALANCE', { account: account.name }), isProblem: true };
  };

  return {
    message,
    isReading: reading > 0,
    read: async (file: File, account?: AccountDraft) => {
      setReading((n) => n + 1);
      try {
        setMessage(await take(file, account));
      } catch (error) {
        setMessage({ text: errorMessage(error, t), isProblem: true });
      } finally {
        setReading((n) => n - 1);
      }
    },
  };
}
