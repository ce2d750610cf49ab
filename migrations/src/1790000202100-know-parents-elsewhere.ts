import type { MigrationInterface, QueryRunner } from 'typeorm';
import { unpoliced } from './support.js';

const roles = (...names: readonly string[]) =>
  `alter table persons add constraint persons_role_check check (role in (${names.map((name) => `'${name}'`).join(', ')}))`;

/** A parent who lives elsewhere has a place of its own in the order of the ISEE's exemption. */
export class KnowParentsElsewhere1790000202100 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`alter table persons drop constraint persons_role_check`);
    await queries.query(roles('DECLARANT', 'SPOUSE', 'CHILD', 'OTHER', 'PARENT'));
  }

  async down(queries: QueryRunner): Promise<void> {
    await unpoliced(queries, ['persons'], async () => {
      await queries.query(`update persons set role = 'OTHER' where role = 'PARENT'`);
    });
    await queries.query(`alter table persons drop constraint persons_role_check`);
    await queries.query(roles('DECLARANT', 'SPOUSE', 'CHILD', 'OTHER'));
  }
}
