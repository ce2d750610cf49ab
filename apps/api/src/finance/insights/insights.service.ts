import { randomUUID } from 'node:crypto';
import { type BodyOf, type insights, MOST_RANKED, type ResponseOf } from '@fibado/contracts';
import type { AskOptions, Question } from '@fibado/optimizer';
import { accountOf, applyChanges } from '@fibado/optimizer/insight';
import {
  checkProblem,
  checkTransfers,
  evaluate,
  type Problem,
  type TermOffer,
  type Transfer,
} from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import type { Session } from '../../platform/auth/session.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { PlanStore } from '../ledger/plan-store.js';
import { QuarterGate, type QuarterRecord } from '../ledger/quarter-gate.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import { Trials } from '../solver/trials.js';
import { TermOffersService } from '../term-offers/term-offers.service.js';
import { withLotsOfPlan } from './given-lots.js';
import { withOpeningDay } from './offered-account.js';
import { OpenQuarters } from './open-quarters.js';

type Asked = Pick<BodyOf<typeof insights.frontier>, 'quarter' | 'options' | 'lots'>;

/** Answers questions about a quarter's plan; nothing is kept. */
@Injectable()
export class InsightsService {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly open: OpenQuarters,
    private readonly gate: QuarterGate,
    private readonly plans: PlanStore,
    private readonly trials: Trials,
    private readonly offers: TermOffersService,
  ) {}

  async limitPrices(
    session: Session,
    { byCents, ...asked }: BodyOf<typeof insights.limitPrices>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.limitPrices>> {
    const prepare = async () =>
      ({ kind: 'LIMIT_PRICES', ...(await this.about(session, asked)), byCents }) as const;
    return this.ask(session, prepare, signal);
  }

  async whyNot(
    session: Session,
    { forced, forbidden, ...asked }: BodyOf<typeof insights.whyNot>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.whyNot>> {
    const prepare = async () => {
      const question = await this.about(session, asked);
      expectTransfers(question.problem, forced, 'forced');
      expectPairs(question.problem, forbidden, 'forbidden');
      return { kind: 'WHY_NOT', ...question, choice: { forced, forbidden } } as const;
    };
    return this.ask(session, prepare, signal);
  }

  async frontier(
    session: Session,
    { most, ...asked }: BodyOf<typeof insights.frontier>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.frontier>> {
    const prepare = async () => ({ kind: 'FRONTIER', ...(await this.about(session, asked)), most }) as const;
    return this.ask(session, prepare, signal);
  }

  async offer(
    session: Session,
    { offer, ...asked }: BodyOf<typeof insights.offer>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.offer>> {
    const prepare = async () => {
      const question = await this.about(session, asked);
      const opened = withOpeningDay(offer, question.problem, question.options.from ?? asked.quarter);
      const account = accountOf(randomUUID(), opened);
      expectSoundOffer(
        applyChanges(question.problem, [{ kind: 'OPEN_ACCOUNT', accountId: account.id, account: opened }])
          .problem,
      );
      const bank = opened.bank && { ...opened.bank, id: account.bankId };
      return { kind: 'OFFER', ...question, offer: { account, bank } } as const;
    };
    return this.ask(session, prepare, signal);
  }

  async termOffers(
    session: Session,
    { offerIds, ...asked }: BodyOf<typeof insights.termOffers>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.termOffers>> {
    const prepare = async () => {
      const question = await this.about(session, asked);
      const from = question.options.from ?? asked.quarter;
      const offers = await this.transactions.snapshot(session, (scope) =>
        this.offersOn(scope, offerIds, from),
      );
      return { kind: 'TERM_OFFERS', ...question, offers } as const;
    };
    return this.ask(session, prepare, signal);
  }

  async lotChoices(
    session: Session,
    asked: BodyOf<typeof insights.lotChoices>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.lotChoices>> {
    const prepare = async () => ({ kind: 'LOT_CHOICES', ...(await this.about(session, asked)) }) as const;
    return this.ask(session, prepare, signal);
  }

  async goals(
    session: Session,
    asked: BodyOf<typeof insights.goals>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.goals>> {
    const prepare = async () => ({ kind: 'GOALS', ...(await this.about(session, asked)) }) as const;
    return this.ask(session, prepare, signal);
  }

  async robust(
    session: Session,
    { alpha, samples, seed, ...asked }: BodyOf<typeof insights.robust>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.robust>> {
    const wanted = { alpha, samples, seed };
    const prepare = async () => ({ kind: 'ROBUST', ...(await this.about(session, asked)), wanted }) as const;
    return this.ask(session, prepare, signal);
  }

  async regret(
    session: Session,
    { quarter, timeLimitMs }: BodyOf<typeof insights.regret>,
    signal: AbortSignal,
  ): Promise<ResponseOf<typeof insights.regret>> {
    const prepare = async () => {
      const closed = await this.transactions.snapshot(session, (scope) => this.closed(scope, quarter));
      return { kind: 'REGRET', quarter: closed, options: { timeLimitMs } } as const;
    };
    return this.ask(session, prepare, signal);
  }

  private async ask<Q extends Question>(session: Session, prepare: () => Promise<Q>, signal: AbortSignal) {
    const { answer, inputHash } = await this.trials.question(session, prepare, signal);
    return { ...answer, inputHash };
  }

  /**
   * The offers asked about, or those on which a lot can still be opened on a day, the latest read first.
   * @throws DomainError NOT_FOUND `offerIds` of one that is not there
   */
  private async offersOn(
    scope: TenantScope,
    ids: readonly string[] | undefined,
    from: string,
  ): Promise<TermOffer[]> {
    const stored = (await this.offers.list(scope)).map(({ version: _, source: __, ...offer }) => offer);
    const wanted = new Set(ids);
    const found = stored.filter(({ id }) => wanted.has(id));
    if (found.length < wanted.size) throw new DomainError('NOT_FOUND', 'offerIds');
    if (ids !== undefined) return found;
    const isOpen = ({ openTo }: TermOffer): boolean => openTo === undefined || openTo >= from;
    const latest = stored.filter(isOpen).toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1));
    return latest.slice(0, MOST_RANKED);
  }

  private async about(session: Session, asked: Asked): Promise<{ problem: Problem; options: AskOptions }> {
    const { quarter } = asked;
    const recorded = await this.transactions.snapshot(session, (scope) =>
      this.open.problem(scope, quarter, asked.options?.horizonQuarters),
    );
    const problem = withLotsOfPlan(recorded, asked.lots);
    const options = { ...asked.options, ...this.open.start(problem, asked.options) };
    expectTransfers(problem, options.forced ?? [], 'options.forced');
    expectPairs(problem, options.forbidden ?? [], 'options.forbidden');
    return { problem, options };
  }

  /** @throws DomainError NOT_FOUND, QUARTER_STATE */
  private async closed(scope: TenantScope, quarter: string) {
    const row = await this.gate.expect(scope, quarter);
    const { closedProblem: closed, sealedProblem: sealed } = row;
    if (!closed || !sealed) throw new DomainError('QUARTER_STATE', row.state);
    return {
      sealed,
      closed,
      planned: await this.plans.planOf(scope, row, closed, sealed),
      bankDifferenceCents: await this.bankDifference(scope, row, closed),
    };
  }

  /** What the banks credited and charged more than the rules give. */
  private async bankDifference(
    scope: TenantScope,
    { date }: QuarterRecord,
    closed: Problem,
  ): Promise<number> {
    const reported = new Map((await this.gate.closings(scope, date)).map((row) => [row.accountId, row]));
    return evaluate(closed).accounts.reduce((sum, account) => {
      const row = reported.get(account.accountId);
      if (!row) return sum;
      const interest = row.actualNetInterestCents - account.netInterestCents;
      return sum + interest - (row.actualStampDutyCents - account.stampDutyCents);
    }, 0);
  }
}

/** @throws DomainError VALIDATION with paths below `under`. */
function expectTransfers(problem: Problem, transfers: readonly Transfer[], under: string): void {
  const issues = checkTransfers(problem, transfers);
  if (issues.length > 0)
    throw new DomainError('VALIDATION', ...issues.map(({ path }) => path.replace('transfers', under)));
}

function expectPairs(
  problem: Problem,
  pairs: readonly { readonly fromAccountId: string; readonly toAccountId: string }[],
  under: string,
): void {
  const known = new Set(problem.setups.map(({ accountId }) => accountId));
  const wrong = pairs.flatMap((pair, index) =>
    (['fromAccountId', 'toAccountId'] as const)
      .filter((field) => !known.has(pair[field]))
      .map((field) => `${under}.${index}.${field}`),
  );
  if (wrong.length > 0) throw new DomainError('VALIDATION', ...wrong);
}

/** @throws DomainError VALIDATION naming the fields of the offer. */
function expectSoundOffer(problem: Problem): void {
  const paths = checkProblem(problem).map(({ path }) =>
    path.replace(/^(accounts|setups|banks)\.\d+/, 'offer'),
  );
  if (paths.length > 0) throw new DomainError('VALIDATION', ...new Set(paths));
}
