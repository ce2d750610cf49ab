import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable, unpoliced } from './support.js';

/** How the application compares names: composed characters, single blanks, no matter the case. */
const spelt = (name: string) => `regexp_replace(btrim(normalize(${name}, nfc)), '\\s+', ' ', 'g')`;

/**
 * The persons of a household are rows that account groups refer to. They were names in each group, and beside them in
 * the tax year's own table: every distinct name of a household becomes one person.
 */
export class AddPersons1790000191000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table persons (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        role text not null check (role in ('DECLARANT', 'SPOUSE', 'CHILD', 'OTHER')),
        born_on date,
        version integer not null default 1,
        primary key (tenant_id, id)
      )`);
    await queries.query(`create unique index persons_name on persons (tenant_id, lower(name))`);
    await queries.query(`
      create unique index persons_declarant on persons (tenant_id) where role = 'DECLARANT'`);
    await queries.query(`
      create table account_group_holders (
        tenant_id uuid not null references tenants on delete cascade,
        account_group_id uuid not null,
        person_id uuid not null,
        position integer not null check (position between 1 and 10),
        primary key (tenant_id, account_group_id, person_id),
        unique (tenant_id, account_group_id, position),
        foreign key (tenant_id, account_group_id) references account_groups on delete cascade,
        foreign key (tenant_id, person_id) references persons
      )`);
    await queries.query(
      `create index account_group_holders_person on account_group_holders (tenant_id, person_id)`,
    );
    await unpoliced(queries, ['account_groups', 'tax_persons'], async () => {
      await queries.query(`
        insert into persons (tenant_id, id, name, role, born_on)
        select distinct on (tenant_id, lower(name)) tenant_id, gen_random_uuid(), name, role, born_on
        from (
          select tenant_id, ${spelt('name')} as name, role, born_on, 0 as rank from tax_persons
          union all
          select tenant_id, ${spelt('holder')}, 'OTHER', null, 1 + sort_order
          from account_groups, unnest(holders) as holder
        ) named
        order by tenant_id, lower(name), (role = 'DECLARANT') desc, rank, name`);
      await queries.query(`
        insert into account_group_holders (tenant_id, account_group_id, person_id, position)
        select distinct on (g.tenant_id, g.id, p.id) g.tenant_id, g.id, p.id, h.position
        from account_groups g
        cross join unnest(g.holders) with ordinality as h (name, position)
        join persons p on p.tenant_id = g.tenant_id and lower(p.name) = lower(${spelt('h.name')})
        order by g.tenant_id, g.id, p.id, h.position`);
    });
    await queries.query(`alter table account_groups drop column holders`);
    await dropTables(queries, 'tax_persons');
    await tenantTable(queries, 'persons');
    await tenantTable(queries, 'account_group_holders');
  }

  /** Roles and birthdays go back beside the names; a person who is not a holder stays known by them alone. */
  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table tax_persons (
        tenant_id uuid not null references tenants on delete cascade,
        name text not null,
        role text not null check (role in ('DECLARANT', 'SPOUSE', 'CHILD', 'OTHER')),
        born_on date,
        primary key (tenant_id, name)
      )`);
    await queries.query(`
      create unique index tax_persons_declarant on tax_persons (tenant_id) where role = 'DECLARANT'`);
    await queries.query(`alter table account_groups add column holders text[]`);
    await unpoliced(queries, ['account_groups', 'persons', 'account_group_holders'], async () => {
      await queries.query(`
        insert into tax_persons (tenant_id, name, role, born_on)
        select tenant_id, name, role, born_on from persons`);
      await queries.query(`
        update account_groups g set holders = (
          select array_agg(p.name order by h.position)
          from account_group_holders h join persons p on p.tenant_id = h.tenant_id and p.id = h.person_id
          where h.tenant_id = g.tenant_id and h.account_group_id = g.id)`);
    });
    await queries.query(`
      alter table account_groups
        alter column holders set not null,
        add check (cardinality(holders) between 1 and 10)`);
    await dropTables(queries, 'account_group_holders', 'persons');
    await tenantTable(queries, 'tax_persons');
  }
}
