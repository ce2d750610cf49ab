/** Compiles the packages a reading needs into a folder of its own, so that it is measured as the product runs it. */
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { transformFile } from '@swc/core';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

async function compileFile(from: string, to: string): Promise<void> {
  const { code } = await transformFile(from, { configFile: join(ROOT, '.swcrc'), sourceMaps: false });
  mkdirSync(dirname(to), { recursive: true });
  writeFileSync(to, code);
}

async function compilePackage(name: string, target: string): Promise<void> {
  const source = join(ROOT, 'packages', name, 'src');
  for (const entry of readdirSync(source, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile() || !entry.name.endsWith('.ts') || entry.name.endsWith('.test.ts')) continue;
    const from = join(entry.parentPath, entry.name);
    await compileFile(from, join(target, 'dist', relative(source, from).replace(/\.ts$/, '.js')));
  }
  cpSync(join(ROOT, 'packages', name, 'package.json'), join(target, 'package.json'));
}

/** @returns the program that reads one file, compiled */
export async function compileReader(folder: string): Promise<string> {
  const modules = join(folder, 'node_modules');
  const libraries = join(ROOT, 'packages/spreadsheets/node_modules');
  mkdirSync(join(modules, '@fibado'), { recursive: true });
  for (const name of readdirSync(libraries)) {
    if (name !== '@fibado' && !name.startsWith('.')) symlinkSync(join(libraries, name), join(modules, name));
  }
  for (const name of ['planning', 'spreadsheets']) await compilePackage(name, join(modules, '@fibado', name));
  const program = join(folder, 'read-one.js');
  await compileFile(join(ROOT, 'packages/spreadsheets/bench/read-one.ts'), program);
  writeFileSync(
    program,
    readFileSync(program, 'utf8').replaceAll('../src/read-statement.js', '@fibado/spreadsheets'),
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return program;
}
