import type { MigrationInterface, QueryRunner } from 'typeorm';
import { dropTables, sharedTable, tenantTable } from './support.js';

const QUARTER = (column: string) =>
  `check (extract(month from ${column}) in (1, 4, 7, 10) and extract(day from ${column}) = 1)`;
/** Ten billion euro: what the contracts accept. */
const CENTS = (column: string, least: string) => `check (${column} between ${least} and 1000000000000)`;
const SIGNED = '-1000000000000';

/**
 * A household's finances. Every key begins with the tenant, and every reference carries it: no row can point into
 * another household. Money is integer cents.
 */
export class CreateFinance1790000001000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await this.master(queries);
    await this.quarters(queries);
    await this.imports(queries);
    await this.outputs(queries);
  }

  private async master(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table banks (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        abi text check (abi ~ '^[0-9]{5}$'),
        bic text,
        guarantee_scheme text not null check (guarantee_scheme in ('FITD', 'FGD', 'NONE', 'FOREIGN')),
        stamp_duty_method text not null check (stamp_duty_method in ('ACTUAL_DAYS', 'TWELFTHS')),
        color text,
        notes text,
        version integer not null default 1,
        primary key (tenant_id, id)
      )`);
    await queries.query(`create unique index banks_name on banks (tenant_id, lower(name))`);
    await queries.query(`
      create table account_groups (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        holders text[] not null check (cardinality(holders) between 1 and 10),
        sort_order integer not null default 0,
        color text,
        version integer not null default 1,
        primary key (tenant_id, id)
      )`);
    await queries.query(`create unique index account_groups_name on account_groups (tenant_id, lower(name))`);
    await queries.query(`
      create table accounts (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        name text not null,
        iban text,
        bank_id uuid not null,
        account_group_id uuid not null,
        kind text not null
          check (kind in ('CURRENT', 'SAVINGS_BOOK', 'DEPOSIT_FREE', 'DEPOSIT_TERM', 'PREPAID', 'CASH')),
        duty_regime text not null check (duty_regime in ('FIXED', 'PROPORTIONAL', 'NONE')),
        duty_paid_by_bank boolean not null,
        duty_base text not null check (duty_base in ('PRUDENT', 'CLOSING', 'AVERAGE')),
        rates jsonb not null,
        interest_basis text not null check (interest_basis in ('ACT_ACT', 'ACT_365')),
        overdraft_rate_pct numeric(7, 4) check (overdraft_rate_pct between 0 and 100),
        min_balance_cents bigint not null ${CENTS('min_balance_cents', SIGNED)},
        max_balance_cents bigint ${CENTS('max_balance_cents', '0')},
        monthly_fee_cents bigint not null ${CENTS('monthly_fee_cents', '0')},
        fee_waiver jsonb,
        transfer_fee_cents bigint not null ${CENTS('transfer_fee_cents', '0')},
        transfer_lead_days integer not null check (transfer_lead_days between 0 and 10),
        can_send boolean not null,
        can_receive boolean not null,
        linked_account_id uuid,
        maturity_date date,
        opened_on date,
        closed_on date,
        active boolean not null,
        version integer not null default 1,
        primary key (tenant_id, id),
        unique (tenant_id, iban),
        foreign key (tenant_id, bank_id) references banks,
        foreign key (tenant_id, account_group_id) references account_groups,
        foreign key (tenant_id, linked_account_id) references accounts (tenant_id, id),
        check (linked_account_id <> id),
        check (max_balance_cents >= min_balance_cents),
        check (closed_on >= opened_on),
        check ((kind = 'DEPOSIT_TERM') = (maturity_date is not null))
      )`);
    await queries.query(`create index accounts_bank on accounts (tenant_id, bank_id)`);
    await queries.query(`create index accounts_group on accounts (tenant_id, account_group_id)`);
    await queries.query(`create index accounts_linked on accounts (tenant_id, linked_account_id)`);
    await queries.query(`
      create table settings (
        tenant_id uuid not null primary key references tenants on delete cascade,
        language text not null check (language in ('it', 'en')),
        effort_cost_cents bigint not null ${CENTS('effort_cost_cents', '0')},
        min_balance_cents bigint not null ${CENTS('min_balance_cents', SIGNED)},
        transfer_step_cents bigint not null ${CENTS('transfer_step_cents', '1')},
        threshold_margin_cents bigint not null check (threshold_margin_cents between 0 and 500000),
        guarantee_limit_cents bigint not null ${CENTS('guarantee_limit_cents', '1')},
        guarantee_policy text not null check (guarantee_policy in ('HARD', 'OFF')),
        business_days_only boolean not null,
        calendar text not null check (calendar in ('TARGET_AND_ITALY', 'TARGET')),
        withholding_pct numeric(5, 2) not null check (withholding_pct between 0 and 100),
        reminders jsonb not null,
        notifications jsonb not null,
        version integer not null
      )`);
    for (const table of ['banks', 'account_groups', 'accounts', 'settings'])
      await tenantTable(queries, table);
  }

  private async quarters(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table quarters (
        tenant_id uuid not null references tenants on delete cascade,
        date date not null ${QUARTER('date')},
        state text not null check (state in ('INITIALIZED', 'STARTED', 'CLOSED')),
        initialized_at timestamptz not null,
        started_at timestamptz,
        closed_at timestamptz,
        seal_hash text,
        sealed_problem jsonb,
        closed_problem jsonb,
        version integer not null default 1,
        primary key (tenant_id, date),
        check ((state = 'INITIALIZED') = (started_at is null)),
        check ((started_at is null) = (sealed_problem is null) and (started_at is null) = (seal_hash is null)),
        check ((state = 'CLOSED') = (closed_at is not null)),
        check ((closed_at is null) = (closed_problem is null))
      )`);
    await queries.query(`
      create table setups (
        tenant_id uuid not null,
        quarter date not null,
        account_id uuid not null,
        opening_balance_cents bigint not null ${CENTS('opening_balance_cents', SIGNED)},
        min_balance_cents bigint ${CENTS('min_balance_cents', SIGNED)},
        max_balance_cents bigint ${CENTS('max_balance_cents', '0')},
        excluded boolean not null,
        notes text,
        primary key (tenant_id, quarter, account_id),
        foreign key (tenant_id, quarter) references quarters on delete cascade,
        foreign key (tenant_id, account_id) references accounts,
        check (max_balance_cents >= min_balance_cents)
      )`);
    await queries.query(`create index setups_account on setups (tenant_id, account_id)`);
    await queries.query(`
      create table closings (
        tenant_id uuid not null,
        quarter date not null,
        account_id uuid not null,
        planned_closing_cents bigint not null,
        actual_closing_cents bigint not null,
        computed_net_interest_cents bigint not null,
        actual_net_interest_cents bigint not null,
        computed_stamp_duty_cents bigint not null,
        actual_stamp_duty_cents bigint not null,
        primary key (tenant_id, quarter, account_id),
        foreign key (tenant_id, quarter, account_id) references setups on delete cascade
      )`);
    await queries.query(`
      create table operations (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        quarter date not null,
        kind text not null check (kind in ('INCOME', 'EXPENSE', 'TRANSFER')),
        date date not null,
        value_date date not null,
        account_id uuid not null,
        to_account_id uuid,
        amount_cents bigint not null ${CENTS('amount_cents', '1')},
        description text not null,
        category text,
        status text not null check (status in ('PLANNED', 'DONE')),
        origin text not null check (origin in ('MANUAL', 'IMPORT', 'OPTIMIZER', 'RECURRENCE')),
        locked boolean not null,
        import_key text,
        version integer not null default 1,
        primary key (tenant_id, id),
        foreign key (tenant_id, quarter) references quarters on delete cascade,
        foreign key (tenant_id, quarter, account_id) references setups (tenant_id, quarter, account_id),
        foreign key (tenant_id, quarter, to_account_id) references setups (tenant_id, quarter, account_id),
        check ((kind = 'TRANSFER') = (to_account_id is not null)),
        check (to_account_id <> account_id),
        check (date >= quarter and date < quarter + interval '3 months')
      )`);
    await queries.query(`create index operations_quarter on operations (tenant_id, quarter, date)`);
    await queries.query(`create index operations_import_key on operations (tenant_id, import_key)`);
    await queries.query(`create index operations_account on operations (tenant_id, account_id)`);
    await queries.query(`create index operations_to_account on operations (tenant_id, to_account_id)`);
    for (const table of ['quarters', 'setups', 'closings', 'operations']) await tenantTable(queries, table);
  }

  private async imports(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table imports (
        tenant_id uuid not null references tenants on delete cascade,
        id uuid not null,
        account_id uuid not null,
        quarter date not null,
        file_name text not null,
        file_hash text not null check (file_hash ~ '^[0-9a-f]{64}$'),
        layout text not null,
        created_at timestamptz not null,
        created_by text not null,
        created integer not null,
        updated integer not null,
        reverted_at timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, account_id) references accounts on delete cascade,
        foreign key (tenant_id, quarter) references quarters on delete cascade
      )`);
    await queries.query(`create index imports_newest on imports (tenant_id, created_at desc, id)`);
    await queries.query(`create index imports_file on imports (tenant_id, account_id, file_hash)`);
    await queries.query(`
      create table import_changes (
        tenant_id uuid not null,
        import_id uuid not null,
        operation_id uuid not null,
        before jsonb,
        version_after integer not null,
        primary key (tenant_id, import_id, operation_id),
        foreign key (tenant_id, import_id) references imports on delete cascade
      )`);
    await queries.query(`
      create table import_mappings (
        tenant_id uuid not null,
        account_id uuid not null,
        layout text not null,
        mapping jsonb,
        primary key (tenant_id, account_id),
        foreign key (tenant_id, account_id) references accounts on delete cascade
      )`);
    for (const table of ['imports', 'import_changes', 'import_mappings']) await tenantTable(queries, table);
  }

  private async outputs(queries: QueryRunner): Promise<void> {
    await queries.query(`
      create table optimizer_runs (
        tenant_id uuid not null,
        id uuid not null,
        quarter date not null,
        created_at timestamptz not null,
        created_by text not null,
        options jsonb not null,
        problem_hash text not null,
        input_hash text not null,
        result jsonb not null,
        accepted_at timestamptz,
        stale_since timestamptz,
        primary key (tenant_id, id),
        foreign key (tenant_id, quarter) references quarters on delete cascade
      )`);
    await queries.query(
      `create index optimizer_runs_newest on optimizer_runs (tenant_id, quarter, created_at desc)`,
    );
    await queries.query(`
      create table calendar_feeds (
        tenant_id uuid not null primary key references tenants on delete cascade,
        nonce text not null,
        fingerprint text not null unique,
        created_at timestamptz not null
      )`);
    await tenantTable(queries, 'optimizer_runs');
    // Requests to the calendar address carry no session: the platform finds the tenant by the address's hash.
    await sharedTable(queries, 'calendar_feeds');
  }

  async down(queries: QueryRunner): Promise<void> {
    await dropTables(
      queries,
      'calendar_feeds',
      'optimizer_runs',
      'import_mappings',
      'import_changes',
      'imports',
      'operations',
      'closings',
      'setups',
      'quarters',
      'settings',
      'accounts',
      'account_groups',
      'banks',
    );
  }
}
