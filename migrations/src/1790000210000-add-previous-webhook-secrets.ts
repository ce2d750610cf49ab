import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A replaced secret of a webhook stays valid for a while beside the new one. */
export class AddPreviousWebhookSecrets1790000210000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table webhooks
        add column previous_secret_sealed text,
        add column previous_secret_until timestamptz`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table webhooks drop column previous_secret_sealed, drop column previous_secret_until`);
  }
}
