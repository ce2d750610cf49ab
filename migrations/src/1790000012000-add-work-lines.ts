import type { MigrationInterface, QueryRunner } from 'typeorm';
import { platformFunction } from './support.js';

/** Two lines of work, each with places of its own: what stands in one is never waited for by what stands in the other. */
export class AddWorkLines1790000012000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(
      `alter table work_items add column line text not null default 'MAIN' check (line in ('MAIN', 'SIDE'))`,
    );
    await this.turn(queries, 'line, priority desc, added_at, id');
    await this.waiting(queries, '', 'of_line text', 'and line = of_line');
  }

  async down(queries: QueryRunner): Promise<void> {
    await this.waiting(queries, 'text', '', '');
    await this.turn(queries, 'priority desc, added_at, id');
    await queries.query('alter table work_items drop column line');
  }

  private async turn(queries: QueryRunner, columns: string): Promise<void> {
    await queries.query('drop index work_items_in_turn');
    await queries.query(`create index work_items_in_turn on work_items (${columns})`);
  }

  /** A household may know how long a line is, and nothing else of it. */
  private async waiting(queries: QueryRunner, before: string, now: string, which: string): Promise<void> {
    await queries.query(`drop function work_waiting(${before})`);
    await platformFunction(queries, {
      signature: `work_waiting(${now})`,
      returns: 'integer',
      query: `select count(*)::integer from work_items where holder is null ${which}`,
    });
  }
}
