import { quarterLabel, type QuarterDate } from '@fibado/planning';
import type { SetupAccount, SetupRow } from '../types.js';
import { addTable, bytesOf, euro, newWorkbook } from '../write/workbook-style.js';
import { WORDS, type Language } from '../write/words.js';

const HINT_ROW = 1;
const HEADER_ROW = 3;

/** What the template shows of an account beside its setup, when it has one. */
export interface TemplateSetup extends SetupAccount {
  readonly setup?: Omit<SetupRow, 'accountId'> | undefined;
}

/** A workbook with a quarter's accounts, to fill in the opening balances and limits. */
export async function setupsTemplate(
  quarter: QuarterDate,
  accounts: readonly TemplateSetup[],
  language: Language,
): Promise<Uint8Array> {
  const words = WORDS[language];
  const workbook = await newWorkbook();
  const sheet = addTable(
    workbook,
    words.setups,
    [
      { header: words.account, width: 32 },
      { header: words.iban, width: 32 },
      { header: words.opening, width: 18, kind: 'money', input: true },
      { header: words.minimum, width: 16, kind: 'money', input: true },
      { header: words.maximum, width: 16, kind: 'money', input: true },
      { header: words.excluded, width: 10, input: true },
      { header: words.notes, width: 40, input: true },
    ],
    HEADER_ROW,
  );
  sheet.getRow(HINT_ROW).getCell(1).value = `${words.quarter} ${quarterLabel(quarter)}. ${words.setupsHint}`;
  accounts.forEach(({ name, iban, setup }, i) => {
    const limit = (cents: number | undefined): number | null => (cents === undefined ? null : euro(cents));
    sheet.getRow(HEADER_ROW + 1 + i).values = [
      name,
      iban ?? '',
      limit(setup?.openingBalanceCents),
      limit(setup?.minBalanceCents),
      limit(setup?.maxBalanceCents),
      setup?.excluded === true ? words.yes : words.no,
      setup?.notes ?? '',
    ];
  });
  return bytesOf(workbook);
}
