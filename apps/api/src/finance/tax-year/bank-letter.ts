import {
  type Account,
  type BankFigure,
  type Day,
  isForeign,
  type PracticeId,
  type ReconciledFigure,
} from '@fibado/planning';

export interface Addressee {
  readonly bankName: string;
  readonly holders: readonly string[];
}

interface Matter {
  readonly year: number;
  readonly today: Day;
  readonly account: Account;
  readonly figures: readonly ReconciledFigure[];
}

/** A letter of an Italian bank's customer is Italian, whatever the language of the screen. */
const FIGURE: Readonly<Record<BankFigure, string>> = {
  GROSS_INTEREST: 'Interessi creditori lordi',
  WITHHOLDING: 'Ritenuta fiscale sugli interessi',
  NET_INTEREST: 'Interessi creditori netti',
  STAMP_DUTY: 'Imposta di bollo',
  FEES: 'Canone e spese di tenuta del conto',
};

const INTEREST_RULE =
  'art. 120, comma 2, del D.Lgs. 1° settembre 1993, n. 385 (TUB) e delibera CICR del 3 agosto 2016, al tasso e con i giorni di valuta previsti dal contratto';
const WITHHOLDING_RULE = 'art. 26, comma 2, del D.P.R. 29 settembre 1973, n. 600';
const USUAL_RATE =
  'con l’aliquota del 26 % in vigore dal 1° luglio 2014 (art. 3 del D.L. 24 aprile 2014, n. 66)';
const FIXED_RULE =
  'art. 13, comma 2-bis, e nota 3-bis della Tariffa, parte I, allegata al D.P.R. 26 ottobre 1972, n. 642 (importi in vigore dal 1° gennaio 2012, art. 19 del D.L. 6 dicembre 2011, n. 201) e art. 2 del D.M. 24 maggio 2012: 34,20 euro all’anno in proporzione al periodo rendicontato, non dovuti se la giacenza media complessiva non è superiore a 5.000 euro';
const PROPORTIONAL_RULE =
  'art. 13, comma 2-ter, della Tariffa, parte I, allegata al D.P.R. 26 ottobre 1972, n. 642 (2 per mille in vigore dal 1° gennaio 2014) e art. 3 del D.M. 24 maggio 2012';
const NO_DUTY_RULE =
  'art. 13 della Tariffa, parte I, allegata al D.P.R. 26 ottobre 1972, n. 642: secondo le condizioni del conto l’imposta non è a mio carico';
const FOREIGN_INTEREST_RULE =
  'conto all’estero: gli interessi sono accreditati al lordo, senza ritenuta italiana, e l’imposta è dovuta con la dichiarazione dei redditi';
const IVAFE_RULE =
  'art. 19, commi 18–22, del D.L. 6 dicembre 2011, n. 201: su un conto all’estero è dovuta l’IVAFE, che verso io con la dichiarazione dei redditi, e non l’imposta di bollo';
const FEES_RULE =
  'art. 117, comma 4, del D.Lgs. 1° settembre 1993, n. 385 (TUB): le condizioni economiche del contratto';
/** From this year D.Lgs. 123/2025 takes the place of DPR 642/1972. */
const NEW_DUTY_LAW_FROM = 2027;

const PRACTICE: Readonly<Record<PracticeId, string>> = {
  ROUNDING: 'con un arrotondamento diverso dei centesimi',
  DUTY_DAYS: 'calcolando l’imposta per giorni effettivi anziché per dodicesimi',
  DUTY_TWELFTHS: 'calcolando l’imposta per dodicesimi anziché per giorni effettivi',
  DUTY_AT_THRESHOLD: 'considerando dovuta l’imposta anche con una giacenza media di esattamente 5.000 euro',
  DUTY_NO_MINIMUM: 'senza applicare il minimo di 1,00 euro',
  DUTY_BASE_CLOSING: 'prendendo come base il saldo di fine periodo',
  DUTY_BASE_AVERAGE: 'prendendo come base la giacenza media del periodo',
  DUTY_BASE_LARGER: 'prendendo come base il maggiore fra saldo di fine periodo e giacenza media',
  DUTY_VALUE_DATES: 'calcolando la giacenza per data valuta anziché sui saldi contabili',
  DUTY_PERIOD_MONTHLY: 'con periodi di rendiconto mensili',
  DUTY_PERIOD_QUARTERLY: 'con periodi di rendiconto trimestrali',
  DUTY_PERIOD_HALF_YEARLY: 'con periodi di rendiconto semestrali',
  DUTY_PERIOD_YEARLY: 'con un periodo di rendiconto annuale',
  INTEREST_YEAR_360: 'dividendo per 360 giorni',
  INTEREST_YEAR_365: 'dividendo per 365 giorni',
  INTEREST_YEAR_366: 'dividendo per 366 giorni',
  INTEREST_BOOKED_DATES: 'contando i giorni dalla data contabile anziché dalla valuta',
  WITHHOLDING_26: 'con la ritenuta del 26 %',
  WITHHOLDING_12_5: 'con la ritenuta del 12,5 %',
  WITHHOLDING_NONE: 'senza ritenuta',
  FEES_NOT_WAIVED: 'senza applicare l’azzeramento del canone previsto dal contratto',
  FEES_OWN_TRANSFERS:
    'trattando diversamente i bonifici dai miei conti in altre banche nel calcolo degli accrediti',
};

/** Filled in for one account; nothing when no figure differs. */
export function bankLetter(
  { bankName, holders }: Addressee,
  { year, today, account, figures }: Matter,
): string | undefined {
  const off = figures.filter(({ verdict }) => verdict === 'EXPLAINED' || verdict === 'ERROR');
  if (off.length === 0) return undefined;
  const signed = holders.join(', ');
  return [
    signed,
    '',
    `Spett.le ${bankName}`,
    '',
    `Data: ${italianDay(today)}`,
    '',
    `Oggetto: verifica delle competenze dell’anno ${String(year)}, ${accountText(account)}`,
    '',
    'Gentili Signori,',
    '',
    `con riferimento al rapporto in oggetto, intestato a ${signed}, ho confrontato gli importi registrati nel ${String(year)} con quelli che risultano dalle norme e dalle condizioni del conto. Risultano queste differenze:`,
    '',
    ...off.flatMap((figure, index) => [...paragraph(figure, index + 1, year, account), '']),
    'Vi chiedo di verificare il calcolo e di rettificarlo, con la valuta originaria, oppure di indicarmi la norma o la clausola del contratto che avete applicato e il dettaglio del conteggio.',
    '',
    'Resto in attesa di una risposta scritta e porgo distinti saluti.',
    '',
    signed,
    '',
  ].join('\n');
}

function paragraph(figure: ReconciledFigure, number: number, year: number, account: Account): string[] {
  const { lawCents = 0, bankCents = 0, differenceCents = 0, explanations, origin } = figure;
  const period = periodOf(figure, year);
  const lines = [
    `${String(number)}. ${FIGURE[figure.figure]}, periodo ${period}`,
    `– importo ${origin === 'TYPED' ? 'indicato nei vostri documenti' : 'registrato sul conto'}: ${euro(bankCents)}`,
    `– importo che risulta dal calcolo: ${euro(lawCents)}`,
    `– differenza: ${differenceCents > 0 ? '+' : ''}${euro(differenceCents)}`,
    `– norma: ${ruleOf(figure.figure, account, year)}.`,
  ];
  const practices = explanations.map((one) =>
    [one.practice, ...(one.with === undefined ? [] : [one.with])]
      .map((id) => PRACTICE[id])
      .join(' e insieme '),
  );
  return practices.length === 0
    ? lines
    : [...lines, `– l’importo da voi registrato si ottiene ${practices.join('; oppure ')}.`];
}

/** The periods compared, from the first to the last. */
function periodOf({ periods, origin, comparedPeriods }: ReconciledFigure, year: number): string {
  const compared = periods.filter(
    ({ lawCents, bankCents }) => lawCents !== undefined && bankCents !== undefined,
  );
  if (origin === 'TYPED' || comparedPeriods === 0) return `1/1/${String(year)} – 31/12/${String(year)}`;
  return compared.map(({ from, to }) => `${italianDay(from)} – ${italianDay(to)}`).join(', ');
}

function ruleOf(figure: BankFigure, account: Account, year: number): string {
  const { dutyRegime, dutyPaidByBank } = account;
  switch (figure) {
    case 'GROSS_INTEREST':
      return INTEREST_RULE;
    case 'WITHHOLDING':
      return withholdingRule(account);
    case 'NET_INTEREST':
      return `${INTEREST_RULE}; ${withholdingRule(account)}`;
    case 'FEES':
      return FEES_RULE;
    case 'STAMP_DUTY': {
      if (isForeign(account)) return IVAFE_RULE;
      const rule =
        dutyPaidByBank || dutyRegime === 'NONE'
          ? NO_DUTY_RULE
          : dutyRegime === 'FIXED'
            ? FIXED_RULE
            : PROPORTIONAL_RULE;
      return year < NEW_DUTY_LAW_FROM
        ? rule
        : `${rule} (dal 1° gennaio 2027 D.Lgs. 123/2025, che la sostituisce)`;
    }
  }
}

function withholdingRule(account: Account): string {
  const { withholdingPct } = account;
  if (isForeign(account) && (withholdingPct ?? 0) === 0) return FOREIGN_INTEREST_RULE;
  return withholdingPct === undefined
    ? `${WITHHOLDING_RULE}, ${USUAL_RATE}`
    : `${WITHHOLDING_RULE}, con l’aliquota del ${String(withholdingPct).replace('.', ',')} % prevista per questo rapporto`;
}

const accountText = ({ name, iban }: Account): string =>
  iban === undefined ? `conto «${name}»` : `conto IBAN ${iban}`;

const italianDay = (day: Day): string => `${day.slice(8, 10)}/${day.slice(5, 7)}/${day.slice(0, 4)}`;

function euro(cents: number): string {
  const magnitude = Math.abs(cents);
  const whole = String(Math.floor(magnitude / 100)).replace(/\B(?=(\d{3})+(?!\d))/g, '.');
  return `${cents < 0 ? '−' : ''}${whole},${String(magnitude % 100).padStart(2, '0')} euro`;
}
