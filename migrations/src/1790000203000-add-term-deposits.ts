import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, tenantTable } from './support.js';

/** Offers of term deposits, and the lots a household opened on them. Accounts of kind DEPOSIT_TERM stay as they are. */
export class AddTermDeposits1790000203000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await createOffers(queries);
    await createLots(queries);
    for (const table of ['term_offers', 'lots']) await tenantTable(queries, table);
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(queries, 'lots', 'term_offers');
  }
}

async function createOffers(queries: QueryRunner): Promise<void> {
  await queries.query(`
      create table term_offers (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        bank_id uuid not null,
        linked_account_id uuid not null,
        name text not null,
        tenor_months integer check (tenor_months between 1 and 240),
        tenor_days integer check (tenor_days between 1 and 7300),
        rate_pct numeric(7, 4) check (rate_pct between -100 and 100),
        steps jsonb,
        min_cents bigint not null check (min_cents > 0),
        step_cents bigint not null check (step_cents > 0),
        max_cents bigint check (max_cents >= min_cents),
        payout text not null check (payout in ('UPFRONT', 'QUARTERLY', 'YEARLY', 'MATURITY')),
        exit_kind text not null check (exit_kind in ('NONE', 'BASE_RATE', 'ZERO', 'FEE')),
        exit_rate_pct numeric(7, 4) check (exit_rate_pct between 0 and 100),
        partial_exit boolean not null,
        notice_days integer check (notice_days between 0 and 366),
        renewal text not null check (renewal in ('AUTO', 'TO_LINKED')),
        new_money jsonb,
        withholding_pct numeric(5, 2) check (withholding_pct between 0 and 100),
        duty_base text not null check (duty_base in ('PRUDENT', 'CLOSING', 'AVERAGE')),
        duty_paid_by_bank boolean,
        interest_basis text check (interest_basis in ('ACT_ACT', 'ACT_365')),
        open_from date,
        open_to date,
        source text not null,
        as_of date not null,
        version integer not null default 1,
        primary key (tenant_id, id),
        foreign key (tenant_id, bank_id) references banks,
        foreign key (tenant_id, linked_account_id) references accounts,
        check ((tenor_months is null) <> (tenor_days is null)),
        check ((rate_pct is null) <> (steps is null)),
        check ((exit_rate_pct is not null) = (exit_kind in ('BASE_RATE', 'FEE')))
      )`);
  await queries.query(`create index term_offers_bank on term_offers (tenant_id, bank_id)`);
  await queries.query(`create index term_offers_linked on term_offers (tenant_id, linked_account_id)`);
}

async function createLots(queries: QueryRunner): Promise<void> {
  await queries.query(`
      create table lots (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        offer_id uuid not null,
        amount_cents bigint not null check (amount_cents between 1 and 1000000000000),
        opened_on date not null,
        maturity_date date not null check (maturity_date > opened_on),
        rate_pct numeric(7, 4) not null check (rate_pct between 0 and 100),
        broken_on date check (broken_on >= opened_on and broken_on < maturity_date),
        renewal text check (renewal in ('AUTO', 'TO_LINKED')),
        renews_lot_id uuid,
        version integer not null default 1,
        primary key (tenant_id, id),
        constraint lots_renewed_once unique (tenant_id, renews_lot_id),
        foreign key (tenant_id, offer_id) references term_offers,
        foreign key (tenant_id, renews_lot_id) references lots
      )`);
  await queries.query(`create index lots_offer on lots (tenant_id, offer_id)`);
}
