import { type BodyOf, type Person, personName, type persons, type TaxPerson } from '@fibado/contracts';
import { holderKey } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Audit } from '../../platform/audit.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { DomainError } from '../../platform/http/domain-error.js';
import { HouseholdEntries } from '../shared/household-entries.js';
import { PlanInputs } from '../shared/plan-inputs.js';
import type { PersonEntity } from './person.entity.js';
import { toPerson, toPersonRow } from './persons.mapper.js';
import { PersonsRepository } from './persons.repository.js';

type Body = BodyOf<typeof persons.save>;

/** Who holds something: by id, or by names of which unknown ones become persons. */
export interface NamedHolders {
  readonly holders?: readonly string[] | undefined;
  readonly holderIds?: readonly string[] | undefined;
}

const sameName = (one: { readonly name: string }, other: { readonly name: string }): boolean =>
  holderKey(one.name) === holderKey(other.name);

@Injectable()
export class PersonsService extends HouseholdEntries<PersonEntity, Person, Body> {
  constructor(
    protected readonly rows: PersonsRepository,
    protected readonly audit: Audit,
    protected readonly inputs: PlanInputs,
  ) {
    super({
      name: 'persons',
      entity: 'person',
      unique: { persons_name: 'name', persons_declarant: 'role' },
      toValue: toPerson,
      toRow: toPersonRow,
    });
  }

  /** @throws DomainError as for every entry; ALREADY_EXISTS `name` also where the referee would take two for one person. */
  override async save(scope: TenantScope, body: Body): Promise<Person> {
    const taken = (await this.list(scope)).find((one) => sameName(one, body));
    if (taken && taken.id !== body.id) throw new DomainError('ALREADY_EXISTS', 'name');
    return super.save(scope, body);
  }

  /**
   * The persons meant, in the order given, safe from deletion until the transaction ends.
   * @throws DomainError VALIDATION `holderIds` for an id of no person, `holders` for names that are not those of the ids
   */
  async resolve(scope: TenantScope, { holders, holderIds }: NamedHolders): Promise<Person[]> {
    if (!holderIds) return this.named(scope, holders ?? []);
    await this.rows.lockShared(scope, holderIds);
    const known = new Map((await this.list(scope)).map((one) => [one.id, one]));
    const found = holderIds.map((id) => {
      const one = known.get(id);
      if (!one) throw new DomainError('VALIDATION', 'holderIds');
      return one;
    });
    const differs = (name: string, index: number) => holderKey(name) !== holderKey(found[index]?.name ?? '');
    if (holders && (holders.length !== found.length || holders.some(differs)))
      throw new DomainError('VALIDATION', 'holders');
    return found;
  }

  private async named(scope: TenantScope, names: readonly string[]): Promise<Person[]> {
    const byKey = async () => new Map((await this.list(scope)).map((one) => [holderKey(one.name), one]));
    const before = await byKey();
    const unknown = names.filter((name) => !before.has(holderKey(name)));
    await this.rows.insertNamed(
      scope,
      unknown.map((name) => personName.parse(name)),
    );
    const known = unknown.length > 0 ? await byKey() : before;
    const found = new Set(names.flatMap((name) => known.get(holderKey(name)) ?? []));
    const ids = [...found].map(({ id }) => id);
    await this.rows.lockShared(scope, ids);
    for (const one of found)
      if (!before.has(holderKey(one.name)))
        await this.audit.record(scope, {
          action: 'persons.save',
          entity: 'person',
          entityId: one.id,
          after: one,
        });
    return [...found];
  }

  /**
   * Says who the household is: each one given is found by id or name, or made. Of the others a holder of accounts
   * becomes OTHER, and the rest are deleted.
   * @throws DomainError NOT_FOUND for an id of no person, and as `save`
   */
  async saveAll(scope: TenantScope, members: readonly TaxPerson[]): Promise<Person[]> {
    const before = await this.list(scope);
    const given = members.map(({ id, ...fields }) => {
      const known = before.find((one) => (id === undefined ? sameName(one, fields) : one.id === id));
      if (id !== undefined && !known) throw new DomainError('NOT_FOUND');
      return { known, fields };
    });
    for (const one of before)
      if (!given.some(({ known }) => known?.id === one.id)) await this.leaveOut(scope, one);
    // There is one declarant at a time: the one before steps down first.
    given.sort((a, b) => Number(a.fields.role === 'DECLARANT') - Number(b.fields.role === 'DECLARANT'));
    for (const { known, fields } of given) {
      const { name, role, bornOn } = known ?? {};
      if (name === fields.name && role === fields.role && bornOn === fields.bornOn) continue;
      await this.save(scope, { ...fields, id: known?.id, version: known?.version });
    }
    return this.list(scope);
  }

  private async leaveOut(scope: TenantScope, { id, name, role, bornOn, version }: Person): Promise<void> {
    const users = await this.rows.users(scope, id);
    if (users.length === 0) await this.delete(scope, id);
    else if (role !== 'OTHER' || bornOn !== undefined)
      await this.save(scope, { id, name, role: 'OTHER', version });
  }

  /** In place of those of a household that has no account group: nothing refers to them. */
  async replace(scope: TenantScope, all: readonly Person[]): Promise<void> {
    await this.rows.removeAll(scope);
    await this.restore(scope, all);
  }
}
