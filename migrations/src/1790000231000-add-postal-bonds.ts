import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The months by which interest is kept when a lot is broken, and the worth up to which lots owe no duty, cents. */
export class AddPostalBonds1790000231000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table term_offers
        add column exit_kept_at_months jsonb,
        add column duty_free_up_to_cents bigint check (duty_free_up_to_cents > 0),
        add constraint term_offers_kept_months_check
          check (exit_kept_at_months is null or exit_kind in ('BASE_RATE', 'ZERO')),
        add constraint term_offers_duty_free_check
          check (duty_free_up_to_cents is null or payout = 'MATURITY')`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table term_offers
        drop column exit_kept_at_months,
        drop column duty_free_up_to_cents`);
  }
}
