/** How sure a layout is, by what it was written from. */
export type Basis =
  /** Files of the bank that were published. */
  | 'SAMPLE'
  /** A published program that reads the bank's files. */
  | 'PROGRAM'
  /** A public list of the file's columns. */
  | 'DESCRIPTION'
  /** The standard's own document. */
  | 'STANDARD'
  /** This product writes it. */
  | 'OWN';

export interface Provenance {
  readonly basis: Basis;
  readonly source: string;
  /** Year and month from which it is read. */
  readonly since: string;
  /** The way to the download in the bank's site or app; absent where no public source says it. */
  readonly download?: Download;
}

/** The steps as a public source gives them. None was tried with an account of ours. */
interface Download {
  readonly steps: string;
  readonly source: string;
  /** Day or month the source states for itself; absent where it states none. */
  readonly date?: string;
}

const from = (basis: Basis, source: string, download?: Download): Provenance => ({
  basis,
  source,
  since: '2026-11',
  ...(download === undefined ? {} : { download }),
});
const PUBLIC_IMPORTERS = 'public importers';

/** What several files of one bank share: they are downloaded on the same page. */
const INTESA: Download = {
  steps: 'Conto > intervallo di date > Scarica Excel',
  source: 'silvio-dacol/matapan',
  date: '2026-05',
};
const PAYPAL: Download = {
  steps: 'Attività > Scarica > Visualizza altri report > Attività > Report attività, formato CSV',
  source: "PayPal's help, article help145 (read in its Spanish and French versions)",
};

/** Where each layout comes from, by its id. */
export const PROVENANCE: Readonly<Record<string, Provenance>> = {
  'intesa-sanpaolo': from('SAMPLE', 'BananaAccounting/Italia, Jacotsu/ofxstatement-intesasp', INTESA),
  'intesa-sanpaolo-old': from('SAMPLE', 'BananaAccounting/Italia, Jacotsu/ofxstatement-intesasp', INTESA),
  unicredit: from('SAMPLE', 'BananaAccounting/Italia'),
  'unicredit-two-rows': from('SAMPLE', 'BananaAccounting/Italia'),
  'fineco-2024': from('SAMPLE', 'frankIT/ofxstatement-fineco'),
  fineco: from('PROGRAM', PUBLIC_IMPORTERS),
  'fineco-2008': from('SAMPLE', 'filippovitale/fineco2qif'),
  'fineco-card': from('SAMPLE', 'frankIT/ofxstatement-fineco', {
    steps: 'Conto e carte > Carte e bancomat > Movimenti, file xls',
    source: 'frankIT/ofxstatement-fineco, issue 9',
    date: '2021-02-02',
  }),
  ing: from('PROGRAM', PUBLIC_IMPORTERS, {
    steps: 'Conto Corrente > Movimenti > Scarica Foglio di Calcolo',
    source: 'ognibit/IngCsv',
  }),
  'ing-csv': from('PROGRAM', PUBLIC_IMPORTERS),
  'ing-card': from('PROGRAM', PUBLIC_IMPORTERS),
  'bancoposta-csv': from('SAMPLE', 'lorenzogiudici5/ofxstatement-bancoposta'),
  bancoposta: from('PROGRAM', PUBLIC_IMPORTERS),
  postepay: from('PROGRAM', PUBLIC_IMPORTERS),
  'libretto-postale': from('SAMPLE', 'ZeeD/movslib'),
  bper: from('SAMPLE', 'BananaAccounting/Italia'),
  sella: from('PROGRAM', PUBLIC_IMPORTERS),
  'sella-2019': from('PROGRAM', PUBLIC_IMPORTERS),
  mediolanum: from('PROGRAM', PUBLIC_IMPORTERS),
  illimity: from('PROGRAM', PUBLIC_IMPORTERS),
  widiba: from('PROGRAM', PUBLIC_IMPORTERS),
  webank: from('PROGRAM', 'ecorini/ofxstatement-it-banks'),
  'mediobanca-premier': from('PROGRAM', '3v1n0/ofxstatement-chebanca'),
  'credit-agricole': from('SAMPLE', 'BananaAccounting/Italia'),
  'banco-bpm': from('PROGRAM', PUBLIC_IMPORTERS),
  'banco-bpm-xls': from('DESCRIPTION', 'RIP-Comm/sossoldi issue 331'),
  bbva: from('SAMPLE', 'BananaAccounting/Italia, Alfystar/ofxstatement-bbva-it', {
    steps: 'Sito, non app: Home > Conto > movimenti > intervallo di date > Excel; un anno al massimo',
    source: 'Alfystar/ofxstatement-bbva-it',
  }),
  revolut: from('SAMPLE', 'mlaitinen/ofxstatement-revolut', {
    steps: 'Sito: Estratto conto > Excel > Genera',
    source: 'silvio-dacol/matapan',
    date: '2026-05',
  }),
  n26: from('PROGRAM', '3v1n0/ofxstatement-n26'),
  'n26-old': from('PROGRAM', '3v1n0/ofxstatement-n26'),
  'banca-del-piemonte': from('PROGRAM', PUBLIC_IMPORTERS),
  paypal: from('PROGRAM', PUBLIC_IMPORTERS, PAYPAL),
  'paypal-activity': from('PROGRAM', PUBLIC_IMPORTERS, PAYPAL),
  hype: from('PROGRAM', 'ValerioFoddai/archimede'),
  satispay: from('SAMPLE', 'bennesp/ofxstatement-satispay'),
  'trade-republic': from('PROGRAM', 'danielededo/cashato, and the header in ten more public importers', {
    steps: 'Profilo > Estratti conto > Esporta transazioni',
    source: 'a public importer',
  }),
  camt: from('STANDARD', 'ISO 20022 camt.053 and camt.052, versions 001.02 and later'),
  mt940: from('STANDARD', 'SWIFT MT940 and MT942'),
  ofx: from('STANDARD', 'OFX 1.0.2 to 2.2'),
  qif: from('STANDARD', 'Quicken Interchange Format'),
  'qif-card': from('STANDARD', 'Quicken Interchange Format'),
  cbi: from('STANDARD', 'CBI-RND-001'),
  fibado: from('OWN', 'this product'),
};

const BASIS_WORDS: Readonly<Record<Basis, string>> = {
  SAMPLE: 'published files',
  PROGRAM: 'published importer',
  DESCRIPTION: 'published description',
  STANDARD: 'published standard',
  OWN: 'own format',
};

/** A bank or card whose file was looked for without finding a sample or a list of its columns. */
export const WITHOUT_LAYOUT: readonly (readonly [name: string, found: string])[] = [
  ['BNL', 'programs that read its PDF'],
  ['Nexi', 'programs that read its PDF'],
  [
    'American Express',
    'columns of the German and American sites; of the Italian CSV three names alone: Data, Descrizione, Importo (hashcake/amexpenses)',
  ],
  ['Buddybank', 'nothing'],
];

/** The month in which the sources above and those of the downloads were last searched. */
export const SEARCHED = '2026-11';

/** The rows of the documents' table of banks: bank, what, formats, where to download, read since, from what. */
export function provenanceRows(
  layouts: readonly { id: string; bank: string; product: string; formats: readonly string[] }[],
): string[][] {
  return layouts.map(({ id, bank, product, formats }) => {
    const known = PROVENANCE[id];
    if (!known) throw new Error(`The layout ${id} has no provenance`);
    const download = downloadWords(known);
    return [bank, product, formats.join(', '), download, known.since, BASIS_WORDS[known.basis], known.source];
  });
}

function downloadWords({ basis, download }: Provenance): string {
  if (!download) return basis === 'STANDARD' || basis === 'OWN' ? '' : 'no public source';
  const { steps, source, date } = download;
  return `${steps} (${source}${date === undefined ? '' : `, ${date}`})`;
}
