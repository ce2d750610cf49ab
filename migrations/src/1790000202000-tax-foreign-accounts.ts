import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unpoliced } from './support.js';

/**
 * The duty regime of an account with a foreign IBAN is that of IVAFE. Current accounts and savings books that said NONE,
 * for no Italian bank charges them stamp duty, owe the fixed amount (DL 201/2011 art. 19 c. 20); deposits stay as they
 * are, for whether they owe it or a part of their value is not settled.
 */
export class TaxForeignAccounts1790000202000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await unpoliced(queries, ['accounts'], async () => {
      await queries.query(`
        update accounts set duty_regime = 'FIXED', version = version + 1
        where duty_regime = 'NONE' and kind in ('CURRENT', 'SAVINGS_BOOK') and iban not like 'IT%'`);
    });
  }

  /** Which accounts said NONE before is not kept. */
  async down(): Promise<void> {}
}
