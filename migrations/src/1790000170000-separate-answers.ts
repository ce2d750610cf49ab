import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Answers to questions get a column of their own, with the kind of the question; `result` holds plans and nothing else. */
export class SeparateAnswers1790000170000 implements MigrationInterface {
  async up(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table optimizer_runs
        add column answer jsonb,
        drop constraint optimizer_runs_result_when_done`);
    await ofEveryTenant(
      queries,
      `update optimizer_runs
       set answer = jsonb_build_object('kind', input->'question'->'kind', 'value', result), result = null
       where input ? 'question' and result is not null`,
    );
    await queries.query(`
      alter table optimizer_runs
        add constraint optimizer_runs_output_when_done
          check (num_nonnulls(result, answer) = case state when 'DONE' then 1 else 0 end),
        add constraint optimizer_runs_answer_by_kind
          check (answer is null or (kind = 'TRIAL' and jsonb_typeof(answer->'kind') is not distinct from 'string'))`);
  }

  async down(queries: QueryRunner): Promise<void> {
    await queries.query(`
      alter table optimizer_runs
        drop constraint optimizer_runs_answer_by_kind,
        drop constraint optimizer_runs_output_when_done`);
    await ofEveryTenant(
      queries,
      `update optimizer_runs set result = answer->'value' where answer is not null`,
    );
    await queries.query(`
      alter table optimizer_runs
        drop column answer,
        add constraint optimizer_runs_result_when_done check ((state = 'DONE') = (result is not null))`);
  }
}

/** The policies are of the application's role, and the owner is held to them, too. */
async function ofEveryTenant(queries: QueryRunner, query: string): Promise<void> {
  await queries.query('alter table optimizer_runs no force row level security');
  await queries.query(query);
  await queries.query('alter table optimizer_runs force row level security');
}
