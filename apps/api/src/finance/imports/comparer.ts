import { access, type ImportChanges, type Operation } from '@fibado/contracts';
import { type BusinessCalendar, evaluate, previousQuarter, type QuarterDate } from '@fibado/planning';
import { compareMovements, type ComputedFigures, type Statement } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import { holds, type Session } from '../../platform/auth/session.js';
import { TenantTransactions } from '../../platform/database/tenant-transactions.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { OperationStore } from '../ledger/operation-store.js';
import { QuarterGate } from '../ledger/quarter-gate.js';
import { ProblemService } from '../problem/problem.service.js';
import { SettingsService } from '../settings/settings.service.js';
import { ComparisonsService } from './comparisons.service.js';
import { toImportChanges } from './imports.mapper.js';

const WRITERS = access.financeWrite.kind === 'anyOf' ? access.financeWrite.roles : [];

/** An account in a quarter. */
export interface Place {
  readonly accountId: string;
  readonly quarter: QuarterDate;
}

/** What a statement is compared with. */
export interface Present {
  readonly operations: readonly Operation[];
  readonly openingBalanceCents: number;
  readonly calendar: BusinessCalendar;
  readonly figures: readonly ComputedFigures[];
}

/** Where a statement came from, as the comparison names it. */
export interface Source {
  readonly name: string;
  /** SHA-256 of the content, hexadecimal. */
  readonly hash: string;
  /** The same content was imported into the account before. */
  readonly importedAt?: Date | undefined;
}

/** Compares statements with operations, and keeps what a person may then save by reference. */
@Injectable()
export class Comparer {
  constructor(
    private readonly transactions: TenantTransactions,
    private readonly comparisons: ComparisonsService,
    private readonly gate: QuarterGate,
    private readonly operationStore: OperationStore,
    private readonly problems: ProblemService,
    private readonly settings: SettingsService,
  ) {}

  /** @throws DomainError NOT_FOUND (no such quarter), VALIDATION (the account is not in it) */
  async present(scope: TenantScope, { accountId, quarter }: Place): Promise<Present> {
    await this.gate.expect(scope, quarter);
    const setup = (await this.gate.setups(scope, quarter)).find((one) => one.accountId === accountId);
    if (!setup) throw new DomainError('VALIDATION', 'accountId');
    return {
      operations: await this.operationStore.list(scope, quarter),
      openingBalanceCents: setup.openingBalanceCents,
      calendar: (await this.settings.planning(scope)).calendar,
      figures: [
        ...(await this.figures(scope, quarter, accountId)),
        ...(await this.figures(scope, previousQuarter(quarter), accountId)),
      ],
    };
  }

  /** What a statement would change; kept for a day for who may apply it. */
  async compare(
    session: Session,
    { accountId, quarter }: Place,
    { name, hash, importedAt }: Source,
    statement: Statement,
    present: Present,
  ): Promise<ImportChanges> {
    const { operations, openingBalanceCents, calendar, figures } = present;
    const changes = compareMovements({
      quarter,
      accountId,
      statement,
      operations,
      openingBalanceCents,
      calendar,
      figures,
    });
    const { format, sheet } = statement;
    const facts = { name, hash, format, sheet, importedAt: importedAt?.toISOString() };
    const answer = toImportChanges(facts, statement, changes);
    if (!holds(session, ...WRITERS)) return answer;
    const proposals = await this.comparisons.packed(changes.rows);
    const comparisonId = await this.transactions.run(session, (scope) =>
      this.comparisons.keep(scope, { accountId, quarter }, answer, proposals),
    );
    return { comparisonId, ...answer };
  }

  /** What the referee computed for an account, to hold the bank's charges against. */
  private async figures(
    scope: TenantScope,
    quarter: QuarterDate,
    accountId: string,
  ): Promise<ComputedFigures[]> {
    const row = await this.gate.find(scope, quarter);
    if (!row) return [];
    const problem = await this.problems.of(scope, row);
    const own = evaluate(problem).accounts.find((one) => one.accountId === accountId);
    const fee = problem.accounts.find((one) => one.id === accountId)?.monthlyFeeCents ?? 0;
    if (!own) return [];
    return [
      {
        quarter,
        stampDutyCents: own.stampDutyCents,
        monthlyFeeCents: own.monthlyFeesCents > 0 ? fee : 0,
        grossInterestCents: own.grossInterestCents,
        withholdingCents: own.withholdingCents,
      },
    ];
  }
}
