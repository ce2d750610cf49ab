import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * Which banks send and receive instant transfers and book at weekends, which accounts make payments, under which name
 * a bank holds them, and how a transfer is sent. What is stored stays as it is: without these fields every transfer is
 * an ordinary one.
 */
export class AddInstantTransfers1790000180000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table banks
        add column instant jsonb check (jsonb_typeof(instant) = 'object'),
        add column weekend_booking text check (weekend_booking in ('SAME_DAY', 'NEXT_BUSINESS_DAY'))
    `);
    await queries.query(`
      alter table accounts
        add column payment boolean check (payment is distinct from false or linked_account_id is not null),
        add column instant_fee_cents bigint check (instant_fee_cents >= 0),
        add column payee_name text check (length(payee_name) between 1 and 140)
    `);
    await queries.query(`
      alter table operations
        add column speed text check (speed is null or (speed in ('INSTANT', 'ORDINARY') and kind = 'TRANSFER'))
    `);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query('alter table operations drop column speed');
    await queries.query(
      'alter table accounts drop column payment, drop column instant_fee_cents, drop column payee_name',
    );
    await queries.query('alter table banks drop column instant, drop column weekend_booking');
  }
}
