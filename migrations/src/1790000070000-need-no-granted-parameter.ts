import type { MigrationInterface, QueryRunner } from 'typeorm';
import { type PlatformFunction, platformFunction } from './support.js';

/** Earlier schemas have functions with a `set` clause, which only superusers may make, or restore from a dump. */
export class NeedNoGrantedParameter1790000070000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    const functions = (await queries.query(`
      select format('%I(%s)', proname, pg_get_function_arguments(oid)) as signature,
        pg_get_function_result(oid) as returns, prosrc as query
      from pg_proc
      where pronamespace = 'public'::regnamespace and proconfig @> '{app.platform=on}'`)) as PlatformFunction[];
    for (const one of functions) await platformFunction(queries, one);
  }

  /** The migrations before make the same functions; programs before them work with either. */
  async down(): Promise<void> {}
}
