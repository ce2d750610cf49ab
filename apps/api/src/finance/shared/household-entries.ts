import type { ObjectLiteral } from 'typeorm';
import type { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { unique } from '../../platform/database/unique.js';
import { DomainError } from '../../platform/http/domain-error.js';
import type { PlanInputs } from './plan-inputs.js';
import type { TenantRow } from './tenant-row.js';
import type { TenantRows } from './tenant-rows.js';
import { type Target, upsert } from './upsert.js';

/** What names a row: its household, its id, and the version it is written at. */
type Key = Pick<TenantRow, 'tenantId' | 'id' | 'version'>;

/** Rows that others may refer to; `users` says which do, as `family:name`. */
export interface UsedRows<Row extends TenantRow & ObjectLiteral> extends TenantRows<Row> {
  list(scope: TenantScope): Promise<Row[]>;
  users(scope: TenantScope, id: string): Promise<string[]>;
}

/** How one family of entries is told from the others. */
interface Family<Value, Body, Row> {
  /** The family in the audit's actions, e.g. `banks` of `banks.save`. */
  readonly name: string;
  readonly entity: string;
  /** The unique constraints a save may break, each with the field it is about. */
  readonly unique: Readonly<Record<string, string>>;
  readonly toValue: (row: Row) => Value;
  readonly toRow: (body: Body, key: Key) => Row;
}

/**
 * The entries of a household that others refer to: banks, groups, accounts. They are listed, found, saved, put back
 * from an archive, and deleted while nothing uses them; every write is audited and reported to the plans that depend
 * on it.
 */
export abstract class HouseholdEntries<
  Row extends TenantRow & ObjectLiteral,
  Value extends Body & { readonly id: string; readonly version: number },
  Body extends Target,
> {
  protected abstract readonly rows: UsedRows<Row>;
  protected abstract readonly audit: Audit;
  protected abstract readonly inputs: PlanInputs;

  protected constructor(private readonly family: Family<Value, Body, Row>) {}

  async list(scope: TenantScope): Promise<Value[]> {
    return (await this.rows.list(scope)).map(this.family.toValue);
  }

  /** @throws DomainError NOT_FOUND when the household has none with this id. */
  async find(scope: TenantScope, id: string): Promise<Value> {
    const row = await this.rows.find(scope, id);
    if (!row) throw new DomainError('NOT_FOUND');
    return this.family.toValue(row);
  }

  /** @throws DomainError as `upsert`, and ALREADY_EXISTS where a name or number is taken. */
  async save(scope: TenantScope, body: Body): Promise<Value> {
    const { toValue, toRow, name, entity } = this.family;
    const { before, after } = await unique(
      this.family.unique,
      upsert(scope, this.rows, body, (key) => toRow(body, key)),
    );
    const saved = toValue(after);
    await this.audit.record(scope, {
      action: `${name}.save`,
      entity,
      entityId: saved.id,
      before: before && toValue(before),
      after: saved,
    });
    await this.inputs.changed(scope);
    return saved;
  }

  /** Brings back what was put away, as it was; into a household that has none. */
  async restore(scope: TenantScope, all: readonly Value[]): Promise<void> {
    const { tenantId } = scope;
    const rows = all.map((one) => this.family.toRow(one, { tenantId, id: one.id, version: one.version }));
    await this.rows.insert(scope, ...rows);
  }

  /** @throws DomainError NOT_FOUND, or IN_USE naming what refers to it. */
  async delete(scope: TenantScope, id: string): Promise<void> {
    const before = await this.rows.lock(scope, id);
    if (!before) throw new DomainError('NOT_FOUND');
    const users = await this.rows.users(scope, id);
    if (users.length > 0) throw new DomainError('IN_USE', ...users);
    await this.rows.remove(scope, id);
    await this.audit.record(scope, {
      action: `${this.family.name}.delete`,
      entity: this.family.entity,
      entityId: id,
      before: this.family.toValue(before),
    });
  }
}
