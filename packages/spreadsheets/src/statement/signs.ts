import { folded, textOf } from '../cells/text.js';
import { FileError } from '../errors.js';
import { GENERIC, LAYOUTS } from '../layouts/index.js';
import type { ColumnMapping, ReadOptions, Sheet, StatementRow, UsedLayout } from '../types.js';
import { labelOf } from './figures.js';
import { surroundingsOf } from './header.js';

const CARD_BEFORE =
  /\b(carta di (credito|debito)|carta (n|nr|numero|prepagata)\b|numero (della )?carta|estratto conto carta|nexi|cartasi|american express|amex|mastercard|visa)\b/;
const CARD_HEADING =
  /^(numero carta|carta|card|card number|card member|esercente|merchant|circuito|titolare( della)? carta|intestatario carta)$/;

/** Words of money that comes in; a file of positive amounts without any of them may be a card's. */
const INCOMING =
  /\b(stipendio|emolumenti|pensione|accredit[oi]|bonific[oi]|interessi|cedol[ae]|dividend[oi]|versament[oi]|rimborso|ricarica|giroconto|entrata|incasso|salary|interest|dividend|deposit)\b/;
/** Positive amounts that make a file without an incoming word suspicious. */
const ASKED_FROM = 3;
/** Rows shown with the question. */
const SHOWN = 3;

function namesCard(sheet: Sheet, { headerRow }: ColumnMapping): boolean {
  const header = (sheet.rows[headerRow - 1] ?? []).map((cell) => folded(textOf(cell)));
  return (
    header.some((text) => CARD_HEADING.test(text)) || CARD_BEFORE.test(surroundingsOf(sheet, headerRow - 1))
  );
}

type Booked = Extract<StatementRow, { state: 'BOOKED' }>;

/** Whether the meaning of a file's signs is not known from its layout. */
function isUnclear(sheet: Sheet, { id, mapping, chosen }: UsedLayout, booked: readonly Booked[]): boolean {
  if (mapping.columns.amount === undefined || chosen === 'MAPPED') return false;
  if (mapping.signsConfirmed === true || booked.length === 0) return false;
  if (id !== GENERIC.id) return LAYOUTS.find((layout) => layout.id === id)?.isCard === true;
  if (namesCard(sheet, mapping)) return true;
  return (
    booked.length >= ASKED_FROM &&
    booked.every(({ movement }) => movement.amountCents > 0 && !INCOMING.test(labelOf(movement.description)))
  );
}

/**
 * The mapping with what the signs of its amounts mean: as a person answered, now or for an earlier file, or as the
 * layout is known to write them.
 * @throws FileError FILE_SIGNS_UNKNOWN for a card whose signs neither an answer nor the layout
 *   explains (params: day, cents and text of some rows)
 */
export function settledSigns(
  sheet: Sheet,
  layout: UsedLayout,
  rows: readonly StatementRow[],
  { signs }: ReadOptions,
): ColumnMapping {
  const { mapping } = layout;
  if (signs !== undefined && mapping.columns.amount !== undefined)
    return { ...mapping, invertSign: signs === 'SPENDING_POSITIVE', signsConfirmed: true };
  const booked = rows.filter((row): row is Booked => row.state === 'BOOKED');
  if (!isUnclear(sheet, layout, booked)) return mapping;
  const examples = booked
    .slice(0, SHOWN)
    .flatMap(({ movement: { date, amountCents, description } }) => [date, amountCents, description]);
  throw new FileError(
    'FILE_SIGNS_UNKNOWN',
    'Whether purchases are positive or negative is not known',
    examples,
  );
}
