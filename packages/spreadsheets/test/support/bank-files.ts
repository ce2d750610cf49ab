import type { ReadOptions } from '../../src/index.js';
import { STANDARD_FILES } from './standard-files.js';
import { csv, html, xls, xlsx, type Grid, type Value } from './encode.js';

/** A movement to write as each bank would. */
export interface Given {
  readonly date: string;
  readonly valueDate: string;
  readonly amountCents: number;
  readonly description: string;
}

export interface BankFile {
  readonly layout: string;
  /** The layout has no value date of its own. */
  readonly noValueDate?: boolean;
  /** Rows that are not booked, which the file has besides. */
  readonly pending?: number;
  readonly newestFirst?: boolean;
  /** What the signs mean is asked; this file writes purchases negative. */
  readonly isCard?: boolean;
  readonly write: (movements: readonly Given[]) => Promise<Uint8Array> | Uint8Array;
}

const MONTHS = [
  'gennaio',
  'febbraio',
  'marzo',
  'aprile',
  'maggio',
  'giugno',
  'luglio',
  'agosto',
  'settembre',
  'ottobre',
  'novembre',
  'dicembre',
];
const parts = (day: string): [string, string, string] => {
  const [year = '', month = '', date = ''] = day.split('-');
  return [year, month, date];
};
const slashed = (day: string): string => parts(day).reverse().join('/');
const dotted = (day: string): string => parts(day).reverse().join('.');
const shortSlashed = (day: string): string => {
  const [y, m, d] = parts(day);
  return `${d}/${m}/${y.slice(2)}`;
};
const shortDotted = (day: string): string => shortSlashed(day).replaceAll('/', '.');
const dashed = (day: string): string => parts(day).reverse().join('-');
const named = (day: string): string => {
  const [y, m, d] = parts(day);
  return `${String(Number(d))} ${MONTHS[Number(m) - 1] ?? ''} ${y}`;
};
const serial = (day: string): Value => ({ day });

const point = (cents: number): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${cents < 0 ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`;
};
const italian = (cents: number): string => {
  const [whole = '', fraction = ''] = point(Math.abs(cents)).split('.');
  return `${cents < 0 ? '-' : ''}${whole.replaceAll(/\B(?=(\d{3})+$)/g, '.')},${fraction}`;
};
const plused = (cents: number): string => `${cents > 0 ? '+' : ''}${italian(cents)}`;
const number = (cents: number): number => cents / 100;

/** A value in the column of its direction only. */
const side = (cents: number, wanted: 'in' | 'out', as: (cents: number) => Value): Value =>
  (wanted === 'in') === cents > 0 ? as(cents) : null;
const positive =
  (as: (cents: number) => Value) =>
  (cents: number): Value =>
    as(Math.abs(cents));
const sum = (ms: readonly Given[], of: (cents: number) => number = (c) => c): number =>
  ms.reduce((total, m) => total + of(m.amountCents), 0);
const incomes = (c: number): number => Math.max(0, c);
const outgoes = (c: number): number => Math.min(0, c);

const shortMonth = (day: string): string => {
  const [y, m, d] = parts(day);
  return `${String(Number(d))} ${(MONTHS[Number(m) - 1] ?? '').slice(0, 3)} ${y}`;
};

const TRADE_REPUBLIC_HEADER: readonly string[] = [
  'datetime',
  'date',
  'account_type',
  'category',
  'type',
  'asset_class',
  'name',
  'symbol',
  'shares',
  'price',
  'amount',
  'fee',
  'tax',
  'currency',
  'original_amount',
  'original_currency',
  'fx_rate',
  'description',
  'transaction_id',
  'counterparty_name',
  'counterparty_iban',
  'payment_reference',
  'mcc_code',
];
const tradeRepublicCells = (filled: Readonly<Record<string, string>>): Value[] =>
  TRADE_REPUBLIC_HEADER.map((name) => filled[name] ?? '');
/** A fee of one euro and ten cents of tax paid back are within what the movement says. */
const tradeRepublicRow = (m: Given, index: number): Value[] =>
  tradeRepublicCells({
    datetime: `${m.date}T09:00:00.123Z`,
    date: m.date,
    account_type: 'DEFAULT',
    category: 'CASH',
    type: 'TRANSFER_INBOUND',
    name: m.description,
    amount: point(m.amountCents + 90),
    fee: '-1.00',
    tax: '0.10',
    currency: 'EUR',
    description: m.description,
    transaction_id: String(index),
  });
const DELIVERED_SHARES = tradeRepublicCells({
  datetime: '2026-03-31T09:00:00Z',
  date: '2026-03-31',
  account_type: 'DEFAULT',
  category: 'CORPORATE_ACTION',
  type: 'BONUS_ISSUE',
  name: 'Azioni gratuite',
  shares: '0.1',
  currency: 'EUR',
});

const IBAN_LINE: Grid[number] = ['IBAN:', 'IT60 X054 2811 1010 0000 0123 456'];
const blanks = (count: number): Grid => Array.from({ length: count }, () => []);
const OPENING = 123_456;

/** How a file is read when the question about a card's signs has been answered. */
export const answered = ({ isCard }: BankFile): ReadOptions => (isCard ? { signs: 'SPENDING_NEGATIVE' } : {});

/** One writer for each layout, in the bank's own format, with its lines around the table. */
export const BANK_FILES: readonly BankFile[] = [
  ...STANDARD_FILES,
  {
    layout: 'intesa-sanpaolo',
    noValueDate: true,
    pending: 1,
    newestFirst: true,
    write: (ms) =>
      xlsx(
        [
          ['Conti e Carte:', 'Conto 1000/00123456'],
          ['Finanziamento:'],
          ...blanks(13),
          ['I movimenti selezionati sono:', ms.length],
          ['Data inizio periodo:', '01/01/2026'],
          [
            'Data',
            'Operazione',
            'Dettagli',
            'Conto o carta',
            'Contabilizzazione',
            'Categoria ',
            'Valuta',
            'Importo',
          ],
          [
            serial('2026-03-31'),
            'Pos in attesa',
            'carta',
            'Conto 1000/00123456',
            'NON CONTABILIZZATO',
            'Altro',
            'EUR',
            -1,
          ],
          ...ms
            .toReversed()
            .map((m): Value[] => [
              serial(m.date),
              'Operazione',
              `Operazione ${m.description}`,
              'Conto 1000/00123456',
              'CONTABILIZZATO',
              'Spesa',
              'EUR',
              number(m.amountCents),
            ]),
        ],
        'Lista Operazione',
      ),
  },
  {
    layout: 'intesa-sanpaolo-old',
    pending: 1,
    write: (ms) =>
      xlsx(
        [
          ...blanks(7),
          [null, null, 'Conto', '1000/00123456'],
          ...blanks(2),
          [null, null, null, 'Saldo contabile iniziale', number(OPENING)],
          [null, null, null, 'Saldo contabile finale', number(OPENING + sum(ms))],
          ...blanks(15),
          [
            'Data contabile',
            'Data valuta',
            'Descrizione',
            'Accrediti',
            'Addebiti',
            'Descrizione estesa',
            'Effettuata tramite:',
          ],
          [null, null, 'Saldo contabile iniziale in Euro', number(OPENING)],
          ...ms.map((m): Value[] => [
            shortDotted(m.date),
            shortSlashed(m.valueDate),
            'Movimento',
            side(m.amountCents, 'in', number),
            side(m.amountCents, 'out', number),
            `Movimento ${m.description}`,
            'Internet',
          ]),
          [null, null, 'Saldo contabile finale in Euro', number(OPENING + sum(ms))],
          [],
          ['Operazioni non contabilizzate'],
          [
            'Data contabile',
            'Data valuta',
            'Descrizione',
            'Accrediti',
            'Addebiti',
            'Descrizione estesa',
            'Effettuata tramite:',
          ],
          ['31.03.26', '31/03/26', 'Pos', null, -12.5, 'Pos in attesa', ''],
        ],
        'Lista Movimenti',
      ),
  },
  {
    layout: 'unicredit',
    write: (ms) =>
      csv(
        [
          ['Data Registrazione', 'Data valuta', 'Descrizione', 'Importo (EUR)'],
          ...ms.map((m) => [
            dotted(m.date),
            dotted(m.valueDate),
            m.description.padEnd(80),
            italian(m.amountCents),
          ]),
        ],
        { delimiter: ';', tail: ';' },
      ),
  },
  {
    layout: 'unicredit-two-rows',
    write: (ms) =>
      xls([
        ['Rapporto IT60X0542811101000000123456 - ROSSI MARIO'],
        ['Data', '', 'Descrizione', 'EUR', 'Caus.'],
        ['Operaz.', 'Valuta', '', '', ''],
        ...ms.map((m) => [dotted(m.date), dotted(m.valueDate), m.description, number(m.amountCents), '048']),
      ]),
  },
  {
    layout: 'fineco-2024',
    noValueDate: true,
    pending: 1,
    write: (ms) =>
      xlsx([
        ['Conto Corrente: 123456'],
        ['Intestazione Conto Corrente: ROSSI MARIO'],
        ['Periodo Dal: 01/01/2026 Al: 31/03/2026'],
        [],
        ['Risultati Ricerca'],
        [],
        ['Data', 'Entrate', 'Uscite', 'Descrizione', 'Descrizione_Completa', 'Stato'],
        ['31/03/2026', null, -5, 'Pos', 'Pos in attesa', 'Autorizzato'],
        ...ms.map((m): Value[] => [
          slashed(m.date),
          side(m.amountCents, 'in', number),
          side(m.amountCents, 'out', number),
          'Voce',
          `Voce ${m.description}`,
          'Contabilizzato',
        ]),
      ]),
  },
  {
    layout: 'fineco',
    pending: 1,
    write: (ms) =>
      xlsx([
        ...blanks(12),
        [
          'Data_Operazione',
          'Data_Valuta',
          'Entrate',
          'Uscite',
          'Descrizione',
          'Descrizione_Completa',
          'Stato',
          'Moneymap',
        ],
        ...ms.map((m): Value[] => [
          serial(m.date),
          serial(m.valueDate),
          side(m.amountCents, 'in', number),
          side(m.amountCents, 'out', number),
          'Voce',
          `Voce ${m.description}`,
          'Contabilizzato',
          'Casa',
        ]),
        [serial('2026-03-31'), null, null, -5, 'Pos', 'Pos in attesa', 'Autorizzato', ''],
      ]),
  },
  {
    layout: 'fineco-2008',
    write: (ms) =>
      xls([
        ['Movimenti conto corrente'],
        [],
        ['Data Operazione', 'Data Valuta', 'Entrate', 'Uscite', 'Descrizione', 'Causale'],
        ...ms.map((m): Value[] => [
          slashed(m.date),
          slashed(m.valueDate),
          side(m.amountCents, 'in', number),
          side(m.amountCents, 'out', positive(number)),
          m.description,
          '',
        ]),
      ]),
  },
  {
    layout: 'fineco-card',
    isCard: true,
    write: (ms) =>
      xls([
        ['', 'Movimenti carta'],
        [
          '',
          'Intestatario carta',
          'Numero carta',
          'Data operazione',
          'Data registrazione',
          'Descrizione',
          'Stato operazione',
          'Tipo operazione',
          'Circuito',
          'Tipo rimborso',
          'Importo',
        ],
        ...ms.map((m): Value[] => [
          '',
          'ROSSI MARIO',
          '****1234',
          slashed(m.valueDate),
          slashed(m.date),
          m.description,
          'Contabilizzato',
          'Acquisto',
          'Visa',
          'Saldo',
          number(m.amountCents),
        ]),
        ['', 'Totale movimenti', '', '', '', '', '', '', '', '', number(sum(ms))],
      ]),
  },
  {
    layout: 'ing',
    write: (ms) =>
      xlsx(
        [
          ...blanks(8),
          ['Operazione', 'Valuta', 'Tipologia Operazione', 'Descrizione', 'Uscite', 'Entrate'],
          ...ms.map((m): Value[] => [
            serial(m.date),
            serial(m.valueDate),
            'TIPO',
            `TIPO ${m.description}`,
            side(m.amountCents, 'out', positive(number)),
            side(m.amountCents, 'in', number),
          ]),
          ['Totale', '', '', '', number(-sum(ms, outgoes)), number(sum(ms, incomes))],
        ],
        'Elenco movimenti conto corrente',
      ),
  },
  {
    layout: 'ing-csv',
    write: (ms) =>
      csv(
        [
          ['DATA CONTABILE', 'DATA VALUTA', 'USCITE', 'ENTRATE', 'CAUSALE', 'DESCRIZIONE OPERAZIONE'],
          ['01/01/2026', '', '', plused(OPENING), '', 'Saldo iniziale'],
          ...ms.map((m) => [
            slashed(m.date),
            slashed(m.valueDate),
            side(m.amountCents, 'out', plused),
            side(m.amountCents, 'in', plused),
            'PAGAMENTO',
            `PAGAMENTO ${m.description}`,
          ]),
          ['31/03/2026', '', '', plused(OPENING + sum(ms)), '', 'Saldo finale'],
        ],
        { delimiter: ';' },
      ),
  },
  {
    layout: 'ing-card',
    isCard: true,
    write: (ms) =>
      csv(
        [
          ...blanks(6),
          ['DATA OPERAZIONE', 'DATA REGISTRAZIONE', 'DESCRIZIONE OPERAZIONE', 'IMPORTO IN EURO'],
          ...ms.map((m) => [slashed(m.valueDate), slashed(m.date), m.description, point(m.amountCents)]),
          ['Totale', '', '', point(sum(ms))],
        ],
        { delimiter: ';' },
      ),
  },
  {
    layout: 'bancoposta-csv',
    write: (ms) =>
      csv(
        [
          ['Data', 'Valuta', 'Addebiti', 'Accrediti', 'Descrizione operazioni'],
          ['01/01/26', '', '', italian(OPENING), 'SALDO INIZIALE'],
          ...ms.map((m) => [
            shortSlashed(m.date),
            shortSlashed(m.valueDate),
            side(m.amountCents, 'out', positive(italian)),
            side(m.amountCents, 'in', italian),
            m.description,
          ]),
          ['31/03/26', '', '', italian(OPENING + sum(ms)), 'SALDO FINALE'],
        ],
        { delimiter: ';', tail: '|' },
      ),
  },
  {
    layout: 'bancoposta',
    write: (ms) =>
      xlsx([
        ['Lista movimenti BancoPosta'],
        ...blanks(9),
        ['Data Contabile', 'Data Valuta', 'Addebiti (euro)', 'Accrediti (euro)', 'Descrizione operazioni'],
        ...ms.map((m): Value[] => [
          serial(m.date),
          serial(m.valueDate),
          // The noise such files carry.
          side(m.amountCents, 'out', (c) => Math.abs(c) / 100 - 1e-11),
          side(m.amountCents, 'in', (c) => c / 100 + 1e-11),
          m.description,
        ]),
      ]),
  },
  {
    layout: 'postepay',
    write: (ms) =>
      xlsx([
        ['Movimenti Postepay'],
        ['Data Contabile', 'Data Valuta', 'Importo (euro)', 'Descrizione operazioni'],
        ...ms.map((m) => [serial(m.date), serial(m.valueDate), number(m.amountCents), m.description]),
      ]),
  },
  {
    layout: 'libretto-postale',
    newestFirst: true,
    write: (ms) =>
      xlsx([
        ['Libretto n.: 000012345678'],
        [],
        ['Periodo da: (gg/mm/aaaa): 01/01/2026'],
        ['a: (gg/mm/aaaa): 31/03/2026'],
        [],
        ['Data Contabile', 'Data Valuta', 'Descrizione', 'Importo (euro)'],
        ...ms
          .toReversed()
          .map((m) => [slashed(m.date), slashed(m.valueDate), m.description, plused(m.amountCents)]),
      ]),
  },
  {
    layout: 'bper',
    pending: 1,
    newestFirst: true,
    write: (ms) =>
      xls([
        ['', 'BPER'],
        ...blanks(13),
        ['', 'Conto 123456'],
        [],
        ['', 'Data operazione', 'Data valuta', 'Descrizione', 'Entrate', 'Uscite', 'Categoria', 'Stato'],
        ['', '31 marzo 2026', '31 marzo 2026', 'Pos in attesa', '', '-5,00', '', 'Da contabilizzare'],
        ...ms
          .toReversed()
          .map((m): Value[] => [
            '',
            named(m.date),
            named(m.valueDate),
            m.description,
            side(m.amountCents, 'in', italian),
            side(m.amountCents, 'out', italian),
            'Casa',
            'Contabilizzato',
          ]),
        ['', 'Totale', '', '', italian(sum(ms, incomes)), italian(sum(ms, outgoes))],
        ['', `Numero Movimenti: ${String(ms.length + 1)}`],
        ['', 'Dati Aggiornati al 31 marzo 2026'],
      ]),
  },
  {
    layout: 'sella',
    write: (ms) =>
      csv(
        [
          [
            'Codice identificativo',
            'Data operazione',
            'Data valuta',
            'Descrizione',
            'Divisa',
            'Debito',
            'Credito',
            'Categoria',
            'Sottocategoria',
            'Etichette',
            'Note',
          ],
          ...ms.map((m, i): Value[] => [
            `ID${String(i)}`,
            dashed(m.date),
            dashed(m.valueDate),
            m.description,
            'EUR',
            side(m.amountCents, 'out', point),
            side(m.amountCents, 'in', point),
            'Casa',
            '',
            '',
            '',
          ]),
        ],
        { delimiter: ',' },
      ),
  },
  {
    layout: 'sella-2019',
    write: (ms) =>
      csv(
        [
          ['Codice identificativo', 'Data Contabile', 'Data valuta', 'Descrizione', 'Divisa', 'Importo'],
          ...ms.map((m, i) => [
            `ID${String(i)}`,
            slashed(m.date),
            slashed(m.valueDate),
            m.description,
            'EUR',
            plused(m.amountCents),
          ]),
        ],
        { delimiter: ';' },
      ),
  },
  {
    layout: 'mediolanum',
    newestFirst: true,
    write: (ms) =>
      csv(
        [
          ['Controvalori aggiornati al 31/03/2026'],
          [],
          ['Conto n:', '123456'],
          ['Saldo:', '1,234.56'],
          ['Intestato a:', 'ROSSI MARIO'],
          [
            'Data Operazione',
            'Data valuta',
            'Causale',
            'Descrizione',
            'Uscite',
            'Entrate',
            'Tag1',
            'Tag2',
            'Tag3',
            'Tag4',
          ],
          ...ms
            .toReversed()
            .map((m): Value[] => [
              slashed(m.date),
              slashed(m.valueDate),
              'CAUSALE',
              `CAUSALE ${m.description}`,
              side(m.amountCents, 'out', point),
              side(m.amountCents, 'in', point),
              '',
              '',
              '',
              '',
            ]),
        ],
        { delimiter: ';', tail: ';' },
      ),
  },
  {
    layout: 'illimity',
    noValueDate: true,
    pending: 1,
    write: (ms) =>
      xlsx([
        ...blanks(16),
        ['Data operazione', 'Tipologia', 'Causale', 'Stato', 'Entrate', 'Uscite', 'Valuta', 'Rapporto'],
        ['31/03/2026', 'Pos', 'Pos in attesa', 'In corso', null, -3, 'EUR', '123456'],
        ...ms.map((m): Value[] => [
          slashed(m.date),
          'Tipo',
          `Tipo ${m.description}`,
          'Eseguito',
          side(m.amountCents, 'in', number),
          side(m.amountCents, 'out', number),
          'EUR',
          '123456',
        ]),
      ]),
  },
  {
    layout: 'widiba',
    write: (ms) =>
      xlsx([
        ...blanks(9),
        ['', '', '', '123456'],
        ...blanks(7),
        ['', 'DATA CONT.', 'DATA VAL.', 'CAUSALE', 'DESCRIZIONE', '', 'IMPORTO (€)'],
        ...ms.map((m): Value[] => [
          '',
          serial(m.date),
          serial(m.valueDate),
          'CAUSA',
          `CAUSA ${m.description}`,
          '',
          number(m.amountCents),
        ]),
        ['', 'Totale (€)', '', '', '', '', number(sum(ms))],
      ]),
  },
  {
    layout: 'webank',
    noValueDate: true,
    write: (ms) =>
      html([
        ['Data Contabile', 'Causale / Descrizione', 'Importo'],
        ...ms.map((m) => [slashed(m.date), m.description, italian(m.amountCents)]),
      ]),
  },
  {
    layout: 'mediobanca-premier',
    write: (ms) =>
      xlsx([
        IBAN_LINE,
        ['Saldo contabile:', 1234.56],
        ['PERIODO:', '01/01/2026 - 31/03/2026'],
        [],
        ['Data contabile', 'Data valuta', 'Tipologia', 'Entrate', 'Uscite', 'Divisa'],
        ...ms.map((m): Value[] => [
          slashed(m.date),
          slashed(m.valueDate),
          m.description,
          side(m.amountCents, 'in', number),
          side(m.amountCents, 'out', number),
          'EUR',
        ]),
      ]),
  },
  {
    layout: 'credit-agricole',
    write: (ms) =>
      csv(
        [
          [
            'Data Operazione',
            'Data valuta',
            'CHECK',
            'Chiave',
            'Causale',
            'Banca',
            'Descrizione',
            'Entrate',
            'Uscite',
            'Divisa',
          ],
          ...ms.map((m): Value[] => [
            slashed(m.date),
            slashed(m.valueDate),
            '',
            'K',
            'CAUSA',
            'Banca',
            `CAUSA ${m.description}`,
            side(m.amountCents, 'in', italian),
            side(m.amountCents, 'out', italian),
            'EUR',
          ]),
        ],
        { delimiter: ';', lineEnd: '\r\r\n' },
      ),
  },
  {
    layout: 'banco-bpm',
    write: (ms) =>
      csv(
        [
          [
            'Ragione Sociale',
            'Data contabile',
            'Data valuta',
            'Banca',
            'Rapporto',
            'Importo',
            'Divisa',
            'Descrizione',
            'Categoria/sottocategoria',
            'Hashtag',
          ],
          ...ms.map((m) => [
            'ROSSI',
            slashed(m.date),
            slashed(m.valueDate),
            '05034',
            '000000123456',
            italian(m.amountCents),
            'EUR',
            m.description,
            'Casa',
            '',
          ]),
        ],
        { delimiter: ';', encoding: 'windows-1252' },
      ),
  },
  {
    layout: 'bbva',
    newestFirst: true,
    write: (ms) => {
      let balance = OPENING;
      const rows = ms.map((m): Value[] => {
        balance += m.amountCents;
        return [
          serial(m.valueDate),
          serial(m.date),
          'Voce',
          `Voce ${m.description}`,
          number(m.amountCents),
          'EUR',
          number(balance),
          'EUR',
          '',
        ];
      });
      return xlsx([
        ['Ultimi movimenti'],
        ...blanks(3),
        [
          'Data valuta',
          'Data',
          'Parola chiave',
          'Movimento',
          'Importo',
          'Valuta',
          'Disponibile',
          'Valuta',
          'Osservazioni',
        ],
        ...rows.toReversed(),
      ]);
    },
  },
  {
    layout: 'revolut',
    noValueDate: true,
    pending: 1,
    write: (ms) => {
      let balance = OPENING;
      return csv(
        [
          [
            'Type',
            'Product',
            'Started Date',
            'Completed Date',
            'Description',
            'Amount',
            'Fee',
            'Currency',
            'State',
            'Balance',
          ],
          ...ms.map((m): Value[] => {
            balance += m.amountCents;
            // A fee of ten cents on top of what the movement says.
            return [
              'TRANSFER',
              'Current',
              `${m.date} 09:00:00`,
              `${m.date} 10:11:12`,
              m.description,
              point(m.amountCents + 10),
              '0.10',
              'EUR',
              'COMPLETED',
              point(balance),
            ];
          }),
          [
            'CARD_PAYMENT',
            'Current',
            '2026-03-31 09:00:00',
            '',
            'Pos in attesa',
            '-5.00',
            '0.00',
            'EUR',
            'PENDING',
            '',
          ],
        ],
        { delimiter: ',' },
      );
    },
  },
  {
    layout: 'n26',
    write: (ms) =>
      csv(
        [
          [
            'Booking Date',
            'Value Date',
            'Partner Name',
            'Partner Iban',
            'Type',
            'Payment Reference',
            'Account Name',
            'Amount (EUR)',
            'Original Amount',
            'Original Currency',
            'Exchange Rate',
          ],
          ...ms.map((m) => [
            m.date,
            m.valueDate,
            m.description,
            '',
            'Presentment',
            '',
            'Main',
            point(m.amountCents),
            '',
            '',
            '',
          ]),
        ],
        { delimiter: ',', quoteAll: true },
      ),
  },
  {
    layout: 'n26-old',
    noValueDate: true,
    write: (ms) =>
      csv(
        [
          [
            'Date',
            'Payee',
            'Account number',
            'Transaction type',
            'Payment reference',
            'Amount (EUR)',
            'Amount (Foreign Currency)',
            'Type Foreign Currency',
            'Exchange Rate',
          ],
          ...ms.map((m) => [
            m.date,
            m.description,
            '',
            'MasterCard Payment',
            '',
            point(m.amountCents),
            '',
            '',
            '',
          ]),
        ],
        { delimiter: ',', quoteAll: true },
      ),
  },
  {
    layout: 'banca-del-piemonte',
    write: (ms) =>
      csv(
        [
          ['Data contabile', 'Data Valuta', 'Dare', 'Avere', 'Divisa', 'Causale', 'Descrizione'],
          ...ms.map((m): Value[] => [
            slashed(m.date),
            slashed(m.valueDate),
            side(m.amountCents, 'out', positive(italian)),
            side(m.amountCents, 'in', italian),
            'EUR',
            'CAUSA',
            `CAUSA ${m.description}`,
          ]),
        ],
        { delimiter: ',' },
      ),
  },
  {
    layout: 'paypal',
    noValueDate: true,
    write: (ms) => {
      let balance = OPENING;
      return csv(
        [
          [
            'Data',
            'Ora',
            'Fuso orario',
            'Descrizione',
            'Valuta',
            'Lordo ',
            'Tariffa ',
            'Netto',
            'Saldo',
            'Codice transazione',
            'Indirizzo email mittente',
            'Nome',
          ],
          ...ms.map((m): Value[] => {
            balance += m.amountCents;
            const amount = italian(m.amountCents);
            return [
              slashed(m.date),
              '10:00:00',
              'Europe/Berlin',
              m.description,
              'EUR',
              amount,
              '0,00',
              amount,
              italian(balance),
              'X1',
              'a@example.org',
              '',
            ];
          }),
        ],
        { delimiter: ',', quoteAll: true, encoding: 'utf-8-bom' },
      );
    },
  },
  {
    layout: 'paypal-activity',
    noValueDate: true,
    pending: 1,
    write: (ms) =>
      csv(
        [
          ['Data', 'Orario', 'Fuso orario', 'Nome', 'Tipo', 'Stato', 'Valuta', 'Lordo', 'Tariffa', 'Netto'],
          ...ms.map((m): Value[] => {
            const amount = italian(m.amountCents);
            return [
              slashed(m.date),
              '10:00:00',
              'CET',
              m.description,
              '',
              'Completata',
              'EUR',
              amount,
              '0,00',
              amount,
            ];
          }),
          ['31/03/2026', '10:00:00', 'CET', 'x', 'Pagamento', 'In sospeso', 'EUR', '-1,00', '0,00', '-1,00'],
        ],
        { delimiter: ',', quoteAll: true },
      ),
  },
  {
    layout: 'hype',
    noValueDate: true,
    write: (ms) =>
      csv(
        [
          ['Data operazione', 'Data contabile', 'Iban', 'Tipologia', 'Nome', 'Descrizione', 'Importo ( € )'],
          ...ms.map((m): Value[] => [
            slashed(m.date),
            slashed(m.valueDate),
            '',
            'Pagamento',
            '',
            m.description,
            plused(m.amountCents),
          ]),
        ],
        { delimiter: ',', quoteAll: true },
      ),
  },
  {
    layout: 'satispay',
    noValueDate: true,
    pending: 1,
    newestFirst: true,
    write: (ms) =>
      csv(
        [
          ['id', 'name', 'state', 'kind', 'date', 'amount', 'currency', 'extra info'],
          ['0', 'Rifiutato', 'NOT APPROVED', 'P2P', '31 mar 2026. 09:00:00', '-5,00 ', 'EUR', ''],
          ...ms
            .toReversed()
            .map((m, i): Value[] => [
              String(i + 1),
              m.description,
              'APPROVED',
              'C2B',
              `${shortMonth(m.date)}. 02:59:45`,
              `${italian(m.amountCents)} `,
              'EUR',
              '',
            ]),
        ],
        { delimiter: ',', quoteAll: true },
      ),
  },
  {
    layout: 'trade-republic',
    noValueDate: true,
    write: (ms) =>
      csv([TRADE_REPUBLIC_HEADER, ...ms.map(tradeRepublicRow), DELIVERED_SHARES], {
        delimiter: ',',
        quoteAll: true,
      }),
  },
  {
    layout: 'banco-bpm-xls',
    write: (ms) =>
      xls([
        ['Data Contabile', 'Data Valuta', 'Importo', 'Divisa', 'Causale / Descrizione', 'Canale'],
        ...ms.map((m): Value[] => [
          slashed(m.date),
          slashed(m.valueDate),
          number(m.amountCents),
          'EUR',
          m.description,
          'Web',
        ]),
      ]),
  },
];
