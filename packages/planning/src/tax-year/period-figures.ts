/** What each period of an account that ended in the known quarters came to in full, whatever quarter counted which part. */
import { isCreditedGross, isForeign } from '../abroad.js';
import { nextQuarter, quarterEnd } from '../calendar.js';
import { missingHistory } from '../history.js';
import { cents } from '../money.js';
import { periodsOf, periodStart } from '../periods.js';
import type { CreditEvaluation, Evaluation, StatementEvaluation } from '../evaluation.js';
import type { Account, Cents, CountedFigures, Day, Problem, QuarterDate, Setup } from '../problem.js';

export const BANK_FIGURES = ['GROSS_INTEREST', 'WITHHOLDING', 'NET_INTEREST', 'STAMP_DUTY', 'FEES'] as const;
/** A figure of which a bank's paper has one, too. */
export type BankFigure = (typeof BANK_FIGURES)[number];

export interface PeriodFigure {
  readonly from: Day;
  readonly to: Day;
  readonly cents: Cents;
  /** The period is over, and all of it is known. */
  readonly complete: boolean;
}

/** While the quarters are added up: whether everything before the quarters added was known. */
interface Growing extends PeriodFigure {
  readonly begun: boolean;
}

export type PeriodFigures = Readonly<Record<BankFigure, readonly PeriodFigure[]>>;

/** One quarter of one account. */
interface Part {
  readonly quarter: QuarterDate;
  readonly account: Account;
  readonly setup: Setup;
  /** The quarter before is known and was added already. */
  readonly follows: boolean;
}

/** One period in one quarter: what the quarter counts of a figure. */
interface Counted {
  readonly from: Day;
  readonly to: Day;
  readonly provisional: boolean;
  readonly cents: Cents;
  /** It began before the quarter. */
  readonly isRunning: boolean;
  /** What earlier quarters counted, and whether that is all there was before. */
  readonly before: Cents;
  readonly isKnownBefore: boolean;
}

/**
 * The periods of every account, by figure and in order. A period that began before the first known quarter, or before one
 * that follows a gap, has what that quarter's history says of it.
 * @param quarters single quarters in the order of their days, and the evaluation of each
 */
export function periodFigures(
  quarters: readonly Problem[],
  evaluations: readonly Evaluation[],
): Map<string, PeriodFigures> {
  const found = new Map<string, Record<BankFigure, Growing[]>>();
  for (const [index, problem] of quarters.entries()) {
    const evaluation = evaluations[index];
    const before = quarters[index - 1];
    const accounts = new Map(problem.accounts.map((account) => [account.id, account]));
    for (const setup of problem.setups) {
      const account = accounts.get(setup.accountId);
      if (account === undefined || evaluation === undefined) continue;
      const isKnown = before?.setups.some(({ accountId }) => accountId === account.id) === true;
      const follows = isKnown && nextQuarter(before.quarter) === problem.quarter;
      const kept = found.get(account.id) ?? noFigures();
      found.set(account.id, kept);
      addQuarter(kept, { quarter: problem.quarter, account, setup, follows }, evaluation);
    }
  }
  return found;
}

const noFigures = (): Record<BankFigure, Growing[]> => ({
  GROSS_INTEREST: [],
  WITHHOLDING: [],
  NET_INTEREST: [],
  STAMP_DUTY: [],
  FEES: [],
});

function addQuarter(
  kept: Record<BankFigure, Growing[]>,
  part: Part,
  { credits, statements }: Evaluation,
): void {
  const { account } = part;
  for (const evaluated of credits) {
    if (evaluated.accountId !== account.id) continue;
    const credit = asCredited(evaluated);
    add(
      kept.GROSS_INTEREST,
      part,
      creditPart(part, credit, 'grossInterestCents', ({ grossCents }) => grossCents),
    );
    add(
      kept.WITHHOLDING,
      part,
      creditPart(part, credit, 'withholdingCents', (counted) => withheldBefore(account, counted)),
    );
    add(
      kept.NET_INTEREST,
      part,
      creditPart(
        part,
        credit,
        'netInterestCents',
        (counted) => counted.grossCents - withheldBefore(account, counted),
      ),
    );
  }
  for (const statement of statements) {
    if (statement.accountId !== account.id) continue;
    add(kept.STAMP_DUTY, part, dutyPart(part, statement));
    add(kept.FEES, part, feesPart(part, statement));
  }
}

/** Without the tax that the holders of a foreign account pay with the return. */
function asCredited({ dueInReturnCents = 0, ...credit }: CreditEvaluation): CreditEvaluation {
  return {
    ...credit,
    withholdingCents: cents(credit.withholdingCents - dueInReturnCents),
    netInterestCents: cents(credit.netInterestCents + dueInReturnCents),
  };
}

function withheldBefore(account: Account, { withholdingCents }: CountedFigures): Cents {
  return isCreditedGross(account) ? 0 : withholdingCents;
}

/** A period without a last day is never credited as far as is known. */
function creditPart(
  { quarter, account, setup: { carried } }: Part,
  credit: CreditEvaluation,
  key: 'grossInterestCents' | 'withholdingCents' | 'netInterestCents',
  countedBefore: (counted: CountedFigures) => Cents,
): Counted | undefined {
  const { interestCredit } = periodsOf(account);
  if (credit.to === undefined || interestCredit === 'MATURITY') return undefined;
  const isRunning = startsBefore(quarter, credit.from, periodStart(quarter, interestCredit));
  return {
    from: credit.from,
    to: credit.to,
    provisional: credit.provisional,
    cents: credit[key],
    isRunning,
    before: carried === undefined ? 0 : countedBefore(carried.counted),
    isKnownBefore: carried !== undefined || isNew(account, quarter),
  };
}

function dutyPart({ quarter, account, setup }: Part, statement: StatementEvaluation): Counted {
  return {
    ...statementPart({ quarter, account }, statement),
    cents: statement.stampDutyCents,
    // What a foreign account has counted is IVAFE, of which its bank knows nothing.
    before: isForeign(account) ? 0 : (setup.carried?.counted.dutyCents ?? 0),
    isKnownBefore: missingHistory(account, setup, quarter)?.balancesFrom === undefined,
  };
}

/** A person who states averages and interest states no fees. */
function feesPart({ quarter, account, setup: { carried } }: Part, statement: StatementEvaluation): Counted {
  return {
    ...statementPart({ quarter, account }, statement),
    cents: statement.monthlyFeesCents,
    before: carried?.counted.feesCents ?? 0,
    isKnownBefore: (carried !== undefined && carried.source !== 'TYPED') || isNew(account, quarter),
  };
}

function statementPart(
  { quarter, account }: Pick<Part, 'quarter' | 'account'>,
  statement: StatementEvaluation,
) {
  const { from, to, provisional } = statement;
  const start = periodStart(quarter, periodsOf(account).statementPeriod);
  return { from, to, provisional, isRunning: startsBefore(quarter, from, start) };
}

/** Whether the first period of a quarter is one that began earlier. */
const startsBefore = (quarter: QuarterDate, from: Day, start: Day): boolean =>
  start < quarter && from <= quarter;

/** Opened in the quarter or later: no earlier day of it is missing. */
const isNew = ({ openedOn }: Account, quarter: QuarterDate): boolean =>
  openedOn !== undefined && openedOn >= quarter;

function add(figures: Growing[], { follows }: Part, counted: Counted | undefined): void {
  if (counted === undefined) return;
  const index = figures.findIndex(({ to }) => to === counted.to);
  const known = follows && counted.isRunning ? figures[index] : undefined;
  const begun = known?.begun ?? (!counted.isRunning || counted.isKnownBefore);
  const figure = {
    from: known?.from ?? counted.from,
    to: counted.to,
    cents: cents(counted.cents + (known?.cents ?? (counted.isRunning ? counted.before : 0))),
    complete: begun && !counted.provisional,
    begun,
  };
  if (index < 0) figures.push(figure);
  else figures[index] = figure;
}

/** Whether the known quarters hold every day of a year on which an account was open. */
export function coversYear(quarters: readonly Problem[], account: Account, year: number): boolean {
  const first = `${String(year)}-01-01`;
  const last = `${String(year)}-12-31`;
  const known = new Set(
    quarters
      .filter(({ setups }) => setups.some(({ accountId }) => accountId === account.id))
      .map(({ quarter }) => quarter),
  );
  for (let quarter: QuarterDate = first; quarter <= last; quarter = nextQuarter(quarter)) {
    const isOpen =
      (account.openedOn === undefined || account.openedOn <= quarterEnd(quarter)) &&
      (account.closedOn === undefined || account.closedOn >= quarter);
    if (isOpen && !known.has(quarter)) return false;
  }
  return true;
}
