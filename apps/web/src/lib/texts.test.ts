import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCodes, notificationParams, ROLES } from '@fibado/contracts';
import { languageFile } from '../../test/texts';

const SRC = join(import.meta.dirname, '..');

/** Every leaf of a language file, `A.B.C` to its text. */
function leaves(node: unknown, path = ''): [string, string][] {
  if (typeof node === 'string') return [[path, node]];
  if (typeof node !== 'object' || node === null) throw new Error(`${path} is neither text nor group`);
  return Object.entries(node).flatMap(([key, child]) => leaves(child, path ? `${path}.${key}` : key));
}

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.tsx?$/.test(entry.name) && !/\.test\./.test(entry.name) ? [path] : [];
  });
}

/** The keys the code names outright, in `t('…')` and in properties that hold a key. */
function namedKeys(): Set<string> {
  const top = Object.keys(languageFile('it')).join('|');
  const pattern = new RegExp(`['"\`]((?:${top})(?:\\.[A-Z0-9_]+)+)['"\`]`, 'g');
  return new Set(
    sources(SRC).flatMap((path) =>
      [...readFileSync(path, 'utf8').matchAll(pattern)].map((match) => match[1] ?? ''),
    ),
  );
}

/** Gulpease, the index of readability made for Italian: 89 + (300 × sentences − 10 × letters) / words. */
function gulpease(text: string): { readonly words: number; readonly index: number } {
  const words = text.match(/[\p{L}\p{N}]+(?:[.,][\p{L}\p{N}]+)*/gu) ?? [];
  const letters = words.join('').replaceAll(/[.,]/g, '').length;
  const sentences = Math.max(1, text.match(/[.!?](?=\s|$)/g)?.length ?? 0);
  return { words: words.length, index: 89 + (300 * sentences - 10 * letters) / words.length };
}

const italian = new Map(leaves(languageFile('it')));
const english = new Map(leaves(languageFile('en')));
const PLURAL = /_(?:zero|one|two|few|many|other)$/;

describe('the language files', () => {
  it('hold the same keys', () => {
    expect([...english.keys()].sort()).toEqual([...italian.keys()].sort());
  });

  it('hold no empty text', () => {
    for (const [key, text] of [...italian, ...english]) expect([key, text.trim()]).not.toEqual([key, '']);
  });

  it('use the same parameters in both languages', () => {
    const parameters = (text: string): string[] => (text.match(/\{\{\s*\w+\s*\}\}|%s/g) ?? []).sort();
    for (const [key, text] of italian) {
      expect([key, parameters(english.get(key) ?? '')]).toEqual([key, parameters(text)]);
    }
  });

  it('have a text for every error code, and for none that does not exist', () => {
    const inFile = [...italian.keys()].filter((key) => key.startsWith('API_ERRORS.'));
    expect(inFile.sort()).toEqual(errorCodes.map((code) => `API_ERRORS.${code}`).sort());
  });

  it('have a title and a text for every kind of notification', () => {
    for (const [kind, params] of Object.entries(notificationParams)) {
      expect(italian.has(`NOTIFY.KIND.${kind}.TITLE`)).toBe(true);
      const named = [...(italian.get(`NOTIFY.KIND.${kind}.TEXT`) ?? '?').matchAll(/\{\{(\w+)\}\}|\?$/g)];
      const known = Object.keys(params.shape);
      expect(named.map((match) => match[1]).filter((name) => !known.includes(name ?? ''))).toEqual([]);
    }
  });

  it('have a name for every role', () => {
    for (const role of ROLES) expect(italian.has(`ADMIN.ROLE.${role}`)).toBe(true);
  });

  it('keep to the style sheet: its words, no code, no sentence beyond thirty words, tu instead of voi and infinitives', () => {
    // Fixed by the specification, or the technical details of a plan.
    const exempt = new Set([
      'FINANCE.PLANNING.CAUSALE',
      'FINANCE.RESULT.SOLVER',
      'FINANCE.TAX_YEAR.FOREIGN_RULES',
    ]);
    const words =
      /\b(girocont\w*|trasferiment\w*|transfer|setup|adott\w*|rimpiant\w*|regret|nucleo|household|inizializz\w*|risolutor\w*|solver|engine|procedere|effettu\w*)\b/i;
    const voi = /\b(voi|vostr[oaie]|avete|siete|potete|dovete|volete)\b/i;
    const code = /\b[A-Z]{3,}_[A-Z]+/;
    const infinitive = /(^|[.:] )\w+(are|ere|ire)(ne|l[aeio])? /;
    const wordsOf = (sentence: string) => sentence.match(/[\p{L}\p{N}]+/gu)?.length ?? 0;
    const longest = (text: string) => Math.max(...text.split(/[.;:!?](?:\s|$)/).map(wordsOf));
    const told = (key: string) => key.startsWith('API_ERRORS.') || key.includes('.WAY_OUT.');
    const faults = [...italian].filter(
      ([key, text]) =>
        !exempt.has(key) &&
        (words.test(text.replaceAll(/\{\{\w+\}\}/g, '')) ||
          voi.test(text) ||
          code.test(text) ||
          longest(text) > 30 ||
          (told(key) && infinitive.test(text))),
    );
    expect(faults).toEqual([]);
    // A number as Italian writes it, or a code.
    const foreign = /\d,\d{2}(?!\d)|\d\.\d{3}\b/;
    expect([...english].filter(([, text]) => code.test(text) || foreign.test(text))).toEqual([]);
  });

  it('are easy enough to read where they are long', () => {
    const hard = [...italian].flatMap(([key, text]) => {
      const { words, index } = gulpease(text.replaceAll(/\{\{\w+\}\}/g, 'parola'));
      return words > 25 && index < 60 ? [[key, Math.round(index), text]] : [];
    });
    expect(hard).toEqual([]);
    // A worked figure: 89 + (300 × 2 sentences − 10 × 31 letters) / 8 words.
    expect(gulpease('Scrivi i saldi. Il piano arriva da solo.')).toEqual({ words: 8, index: 125.25 });
  });

  it('have every key the code names', () => {
    const known = new Set([...italian.keys()].flatMap((key) => [key, key.replace(PLURAL, '')]));
    const groups = new Set(
      [...known].flatMap((key) => key.split('.').map((_, i, all) => all.slice(0, i).join('.'))),
    );
    expect([...namedKeys()].filter((key) => !known.has(key) && !groups.has(key))).toEqual([]);
  });
});
