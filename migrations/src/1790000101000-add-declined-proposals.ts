import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** Proposed recurrences a household declined: the movements alike are not proposed again. */
export class AddDeclinedProposals1790000101000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table declined_proposals (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        kind text not null check (kind in ('INCOME', 'EXPENSE', 'TRANSFER')),
        account_id uuid not null,
        to_account_id uuid,
        description text not null,
        version integer not null default 1,
        primary key (tenant_id, id),
        foreign key (tenant_id, account_id) references accounts on delete cascade,
        foreign key (tenant_id, to_account_id) references accounts on delete cascade,
        check ((kind = 'TRANSFER') = (to_account_id is not null))
      )`);
    await queries.query(
      'create index declined_proposals_account on declined_proposals (tenant_id, account_id)',
    );
    await queries.query(
      'create index declined_proposals_to_account on declined_proposals (tenant_id, to_account_id)',
    );
    await tenantTable(queries, 'declined_proposals');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'declined_proposals');
  }
}
