import { folded } from './text.js';

/** Codes and signs of currencies an Italian household's files name besides the euro. */
const SIGNS: Readonly<Record<string, string>> = {
  $: 'USD',
  us$: 'USD',
  '£': 'GBP',
  '¥': 'JPY',
  fr: 'CHF',
  sfr: 'CHF',
  'fr.': 'CHF',
};

const CODES = new Set(Intl.supportedValuesOf('currency'));

/** Whether a text is an ISO 4217 code. */
export const isCurrencyCode = (text: string): boolean => /^[A-Z]{3}$/.test(text) && CODES.has(text);

/** The currency a text such as `CHF`, `US$` or `CHF 12,00` names, when it is not the euro. */
export function foreignCurrencyOf(text: string): string | undefined {
  const mark = text.replaceAll(/[\d.,'’\s+()\u2212-]/g, '');
  if (mark === '' || mark.length > 4) return undefined;
  const code = SIGNS[folded(mark)] ?? mark.toUpperCase();
  return code !== 'EUR' && isCurrencyCode(code) ? code : undefined;
}

/** Currencies are named before a table as `Divisa: CHF`, or in a cell beside the label. */
const LABEL = /^(divisa|valuta|currency|moneta|divisa conto|valuta (del )?conto|account currency)$/;

/** The foreign currency a line before the table, or a heading such as `Importo (CHF)`, declares for the whole file. */
export function declaredCurrency(cells: readonly string[]): string | undefined {
  for (const [index, cell] of cells.entries()) {
    const [label = '', ...rest] = cell.split(':');
    const value = rest.join(':').trim() || (cells[index + 1] ?? '');
    if (LABEL.test(folded(label))) {
      const code = /^[A-Za-z]{3}\b/.exec(value.trim())?.[0].toUpperCase() ?? '';
      if (code !== 'EUR' && isCurrencyCode(code)) return code;
    }
  }
  return undefined;
}

/** The foreign currency in a heading: `Importo (CHF)`, `Amount in USD`. */
export function headingCurrency(heading: string): string | undefined {
  const code = /(?:\(|\[|\bin )([a-z]{3})[)\]]?$/i.exec(heading.trim())?.[1]?.toUpperCase() ?? '';
  return code !== 'EUR' && isCurrencyCode(code) ? code : undefined;
}
