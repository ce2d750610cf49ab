/**
 * How long the largest files take to read, and how much memory: `pnpm bench:import`. Prints a table, writes
 * `bench/results/import.json`. The goal is less than 10 s and 300 MiB for a workbook of 32 MiB and for an old one of
 * 50,000 rows; beside it the libraries alone. Every reading has a process of its own, so that peaks do not mix,
 * and runs compiled code. Exit code 1 when the goal is missed.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { compileReader } from './compile.js';

const GOAL = { seconds: 10, peakMiB: 300 };
const MIB = 1_048_576;
const MAKE_FILES = fileURLToPath(new URL('../../packages/spreadsheets/bench/make-files.ts', import.meta.url));
const TYPESCRIPT = new URL('../../scripts/typescript.mjs', import.meta.url).href;

function run(...args: string[]): string {
  const child = spawnSync(process.execPath, args, { encoding: 'utf8' });
  if (child.status !== 0) throw new Error(`${args.join(' ')}: ${child.stderr.slice(-2000)}`);
  return child.stdout;
}

interface Reading {
  readonly rows: number;
  readonly seconds: number;
  readonly peakMiB: number;
  readonly idleMiB: number;
}

const CASES = [
  { file: 'largest.xlsx', readers: ['fibado', 'exceljs streaming', 'exceljs', 'SheetJS'] },
  // exceljs does not read this format.
  { file: 'old.xls', readers: ['fibado', 'SheetJS'] },
] as const;

const rounded = (value: number): number => Math.round(value * 100) / 100;
const folder = mkdtempSync(join(tmpdir(), 'fibado-bench-'));
try {
  run('--import', TYPESCRIPT, MAKE_FILES, folder);
  const program = await compileReader(folder);
  const results = CASES.flatMap(({ file, readers }) =>
    readers.map((reader) => {
      const path = join(folder, file);
      const { rows, seconds, peakMiB, idleMiB } = JSON.parse(run(program, reader, path)) as Reading;
      return {
        file,
        fileMiB: rounded(statSync(path).size / MIB),
        reader,
        rows,
        seconds: rounded(seconds),
        peakMiB: Math.round(peakMiB),
        idleMiB: Math.round(idleMiB),
      };
    }),
  );
  console.table(results);
  const own = results.filter(({ reader }) => reader === 'fibado');
  const met = own.every((r) => r.seconds < GOAL.seconds && r.peakMiB < GOAL.peakMiB);
  console.log(
    `Goal: below ${String(GOAL.seconds)} s and ${String(GOAL.peakMiB)} MiB: ${met ? 'met' : 'missed'}`,
  );
  const target = new URL('../results/', import.meta.url);
  mkdirSync(target, { recursive: true });
  const report = {
    bench: 'import',
    node: process.version,
    cpu: cpus()[0]?.model ?? 'unknown',
    goal: GOAL,
    met,
    results,
  };
  writeFileSync(new URL('import.json', target), `${JSON.stringify(report, null, 2)}\n`);
  process.exitCode = met ? 0 : 1;
} finally {
  rmSync(folder, { recursive: true, force: true });
}
