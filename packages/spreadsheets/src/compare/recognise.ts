import { daysBetween, previousQuarter, quarterOf, type Cents, type QuarterDate } from '@fibado/planning';
import { folded } from '../cells/text.js';
import type { ComputedFigures, Movement, Recognition, RecognisedKind } from '../types.js';

/** Whole words, folded; the first that fits decides, so a tax on interest is a tax. */
const WORDS: readonly (readonly [RecognisedKind, RegExp])[] = [
  [
    'STAMP_DUTY',
    /\b(imposta di bollo|imp\.? ?(di )?bollo|bollo su e\/?c|recupero bollo|bollo (su )?(estratto )?conto)\b/,
  ],
  [
    'WITHHOLDING',
    /\b(ritenuta fiscale|rit\. ?fisc\.?|ritenuta (su|d'acconto su) interessi|imposta sostitutiva|rit fisc)/,
  ],
  [
    'INTEREST',
    /\b(competenze|interessi (creditori|attivi|lordi|netti|maturati)|liquidazione interessi|accredito interessi)\b/,
  ],
  ['FEE', /\b(canone|spese (di )?tenuta conto)\b/],
  ['SALARY', /\b(stipendio|stipendi|emolumenti|pensione)\b/],
  [
    'INTERNAL_TRANSFER',
    /\b(giroconto|girofondi|bonifico (disposto|ricevuto)|vincolo|svincolo|trasferimento fondi)\b/,
  ],
];

/** Banks charge a quarter's figures up to some days into the next one. */
const DAYS_OF_GRACE = 20;

/** What a text is about by its words, of a charge or credit as the sign says; undefined when nothing is known. */
export function recogniseText(text: string, amountCents: Cents): RecognisedKind | undefined {
  const words = folded(text);
  const kind = WORDS.find(([, pattern]) => pattern.test(words))?.[0];
  if ((kind === 'SALARY' || kind === 'INTEREST') && amountCents < 0) return undefined;
  return kind;
}

function chargedQuarter({ valueDate }: Movement): QuarterDate {
  const quarter = quarterOf(valueDate);
  return daysBetween(quarter, valueDate) < DAYS_OF_GRACE ? previousQuarter(quarter) : quarter;
}

const nearest = (charged: Cents, figures: readonly Cents[]): Cents | undefined =>
  figures.toSorted((a, b) => Math.abs(a - charged) - Math.abs(b - charged))[0];

function computed(kind: RecognisedKind, charged: Cents, own: ComputedFigures): Cents | undefined {
  switch (kind) {
    case 'STAMP_DUTY':
      return own.stampDutyCents;
    case 'FEE':
      return own.monthlyFeeCents;
    case 'WITHHOLDING':
      return own.withholdingCents;
    case 'INTEREST':
      // Some banks credit the net amount, others the gross one and charge the tax in a row of its own.
      return nearest(charged, [own.grossInterestCents, own.grossInterestCents - own.withholdingCents]);
    case 'INTERNAL_TRANSFER':
    case 'SALARY':
      return undefined;
  }
}

/** What a movement is about, beside what the referee computed for the quarter it belongs to. */
export function recognise(movement: Movement, figures: readonly ComputedFigures[]): Recognition | undefined {
  const kind = recogniseText(movement.description, movement.amountCents);
  if (kind === undefined) return undefined;
  const chargedCents = Math.abs(movement.amountCents);
  if (kind === 'INTERNAL_TRANSFER' || kind === 'SALARY') return { kind, chargedCents };
  const quarter = chargedQuarter(movement);
  const own = figures.find((f) => f.quarter === quarter);
  const computedCents = own ? computed(kind, chargedCents, own) : undefined;
  return { kind, quarter, chargedCents, ...(computedCents === undefined ? {} : { computedCents }) };
}
