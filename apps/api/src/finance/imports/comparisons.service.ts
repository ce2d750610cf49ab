import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import {
  type BodyOf,
  changeRow,
  type ImportChanges,
  type imports,
  type Operation,
  type Output,
  type ResponseOf,
} from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { confirmedByHand, type ChangeRow } from '@fibado/spreadsheets';
import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { MaintenanceJobs } from '../../platform/maintenance-jobs.js';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { Idempotency } from '../../platform/idempotency/idempotency.js';
import { OperationStore } from '../ledger/operation-store.js';
import { OperationsService, type OperationToSave } from '../operations/operations.service.js';
import { ComparisonsRepository } from '../ledger/comparisons.repository.js';
import type { ImportComparisonEntity } from '../ledger/import-comparison.entity.js';

type Apply = BodyOf<typeof imports.apply>;
type Applied = ResponseOf<typeof imports.apply>;

const KEPT_MS = 24 * 3_600_000;
/** Comparisons a household keeps at once. */
const KEPT = 20;

const compress = promisify(gzip);
const decompress = promisify(gunzip);

/** What is kept of a row: what saving it would store. */
const proposal = changeRow.pick({
  row: true,
  selected: true,
  movement: true,
  operation: true,
  alternative: true,
});
type Proposal = Output<typeof proposal>;
const proposalsShape = z.array(proposal);

/** Computed comparisons, from the answer to a file until a person's decision. */
@Injectable()
export class ComparisonsService {
  constructor(
    private readonly rows: ComparisonsRepository,
    private readonly operationStore: OperationStore,
    private readonly operations: OperationsService,
    private readonly idempotency: Idempotency,
    private readonly clock: Clock,
    maintenance: MaintenanceJobs,
  ) {
    maintenance.add((scope, now) => this.rows.prune(scope, now));
  }

  /** Compressed before a transaction is opened: a large file takes a second. */
  async packed(rows: readonly ChangeRow[]): Promise<Buffer> {
    const proposals = rows.map(({ row, selected, movement, operation, alternative }): Proposal => ({
      row,
      selected,
      movement,
      operation,
      alternative,
    }));
    return compress(JSON.stringify(proposals));
  }

  /** @returns the comparison's id */
  async keep(
    scope: TenantScope,
    place: { readonly accountId: string; readonly quarter: QuarterDate },
    { file, layout }: Pick<ImportChanges, 'file' | 'layout'>,
    proposals: Buffer,
  ): Promise<string> {
    const id = randomUUID();
    const createdAt = this.clock.now();
    await this.rows.insert(scope, {
      tenantId: scope.tenantId,
      id,
      accountId: place.accountId,
      quarter: place.quarter,
      createdAt,
      expiresAt: new Date(createdAt.getTime() + KEPT_MS),
      fileName: file.name,
      fileHash: file.hash,
      layout: layout.id,
      mapping: layout.mapping,
      proposals,
      appliedAt: null,
    });
    await this.rows.keepNewest(scope, KEPT);
    return id;
  }

  /** All or nothing, and once; the same key and body answer the first answer again. */
  apply(scope: TenantScope, body: Apply, idempotencyKey?: string): Promise<Applied> {
    return this.idempotency.once(scope, idempotencyKey, 'imports.apply', body, () =>
      this.applyOnce(scope, body),
    );
  }

  /**
   * @throws DomainError NOT_FOUND (it expired, or a newer one took its place), ALREADY_EXISTS (it was applied),
   * VALIDATION (a row it does not propose)
   */
  private async applyOnce(scope: TenantScope, body: Apply): Promise<Applied> {
    const comparison = await this.rows.lock(scope, body.comparisonId);
    const now = this.clock.now();
    if (!comparison || comparison.expiresAt <= now) throw new DomainError('NOT_FOUND', 'comparisonId');
    if (comparison.appliedAt) throw new DomainError('ALREADY_EXISTS', 'comparisonId');
    const proposals = proposalsShape.parse(JSON.parse(String(await decompress(comparison.proposals))));
    const bodies = decided(proposals, body, await this.matched(scope, comparison, proposals, body));
    const skipped = proposals.length - bodies.length;
    if (bodies.length === 0) return { created: 0, updated: 0, skipped };
    const { accountId, fileName, fileHash, layout, mapping } = comparison;
    const { importId } = await this.operations.saveImported(scope, bodies, {
      accountId,
      fileName,
      fileHash,
      layout,
      mapping,
      skipped,
    });
    await this.rows.markApplied(scope, comparison.id, now);
    const created = bodies.filter(({ id }) => id === undefined).length;
    return { importId, created, updated: bodies.length - created, skipped };
  }

  /** The planned operations that rows confirm by a person's word, by row. */
  private async matched(
    scope: TenantScope,
    { quarter, accountId }: ImportComparisonEntity,
    proposals: readonly Proposal[],
    { matches }: Apply,
  ): Promise<ReadonlyMap<number, OperationToSave>> {
    if (matches.length === 0) return new Map();
    const planned = new Map<string, Operation>(
      (await this.operationStore.list(scope, quarter)).map((operation) => [operation.id, operation]),
    );
    const byRow = new Map(proposals.map((proposal) => [proposal.row, proposal]));
    return new Map(
      matches.map(({ row, operationId, version }) => {
        const operation = planned.get(operationId);
        const confirmed = operation && confirmedByHand(operation, byRow.get(row), accountId);
        if (!confirmed) throw new DomainError('VALIDATION', 'matches');
        return [row, { ...confirmed, version }];
      }),
    );
  }
}

/** What is saved: the rows proposed and taken, each in the reading the person chose. */
function decided(
  proposals: readonly Proposal[],
  body: Apply,
  matched: ReadonlyMap<number, OperationToSave>,
): OperationToSave[] {
  const [take, leave, alternatives] = [body.take, body.leave, body.alternatives].map((rows) => new Set(rows));
  const saveable = new Set(proposals.flatMap(({ row, operation }) => (operation ? [row] : [])));
  if (body.take.some((row) => !saveable.has(row))) throw new DomainError('VALIDATION', 'take');
  return proposals.flatMap(({ row, selected, operation, alternative }) => {
    const byHand = matched.get(row);
    if (byHand) return [byHand];
    const isTaken = take?.has(row) === true || (selected && leave?.has(row) !== true);
    if (!isTaken || !operation) return [];
    return [alternatives?.has(row) === true ? (alternative ?? operation) : operation];
  });
}
