/* global describe, it, expect */
/** The lint rules that hold the structure, each shown by a piece of code that breaks it. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { FILE_LINES, LONG_FILES } from '../../scripts/lint/long-files.mjs';
import { COMPONENT_LINES, FUNCTION_LINES, LONG_FUNCTIONS } from '../../scripts/lint/long-functions.mjs';
import { MOST_COLLABORATORS } from '../../scripts/lint/max-collaborators.mjs';
import { noLiteralSpread } from '../../scripts/lint/no-literal-spread.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const eslint = new ESLint({ cwd: root });
const parser = { parser: tseslint.parser, parserOptions: { ecmaFeatures: { jsx: true } } };

/** What one rule of the project's configuration says of a file with this text at this path. */
async function messages(rule, path, text) {
  const { rules, plugins } = await eslint.calculateConfigForFile(`${root}/${path}`);
  const config = {
    files: ['**/*.{ts,tsx,mjs}'],
    languageOptions: parser,
    plugins,
    rules: { [rule]: rules[rule] },
  };
  return new Linter({ configType: 'flat' })
    .verify(text, config, { filename: path })
    .map((one) => one.message);
}

describe('walls between folders', () => {
  const imports = (path, from) =>
    messages('no-restricted-imports', path, `import { x } from '${from}';\nexport const y = x;\n`);

  it.each([
    ['packages/planning/src/money.ts', '@fibado/optimizer', 'planning imports no package'],
    ['packages/optimizer/src/index.ts', '@fibado/contracts', 'optimizer imports planning only'],
    ['apps/web/src/lib/log.ts', '@fibado/optimizer', 'the web does not solve'],
    ['apps/web/src/components/data-table.tsx', '../features/session/x', 'components know no feature'],
    ['apps/web/src/features/admin/users/x.ts', '../../../features/finance/shared/x', 'features are siblings'],
    [
      'apps/api/src/platform/http/errors.ts',
      '../../finance/banks/banks.service.js',
      'platform knows no feature',
    ],
    ['apps/api/src/finance/imports/x.ts', '../banks/banks.repository.js', 'rows of another feature'],
    ['apps/api/src/finance/ledger/x.ts', '../operations/operations.service.js', 'ledger is below operations'],
    ['apps/api/src/finance/quarters/x.ts', '../imports/imports.service.js', 'imports are above quarters'],
    ['apps/api/src/finance/imports/x.ts', '../exports/archive-content.js', 'exports are above imports'],
    ['apps/api/src/finance/solver/x.ts', '../insights/insights.service.js', 'questions are above the solver'],
    ['apps/api/src/finance/exports/x.ts', '../ledger/operations.repository.js', 'rows of the ledger'],
  ])('%s does not import %s: %s', async (path, from) => {
    await expect(imports(path, from)).resolves.toHaveLength(1);
  });

  it.each([
    ['packages/optimizer/src/index.ts', '@fibado/planning'],
    ['apps/api/src/finance/imports/x.ts', '../banks/banks.service.js'],
    ['apps/api/src/finance/exports/x.ts', '../ledger/operation-store.js'],
    ['apps/api/src/finance/operations/x.ts', '../ledger/operations.repository.js'],
    ['apps/api/src/finance/scenarios/x.ts', '../solver/runs.service.js'],
  ])('%s may import %s', async (path, from) => {
    await expect(imports(path, from)).resolves.toEqual([]);
  });
});

describe('length of functions', () => {
  const long = (lines) => `export function long() {\n${'  console.log(1);\n'.repeat(lines - 2)}}\n`;
  const found = (path, lines) => messages('max-lines-per-function', path, long(lines));

  it.each([
    ['apps/api/src/finance/banks/x.ts', FUNCTION_LINES],
    ['apps/web/src/features/finance/banks/x.tsx', COMPONENT_LINES],
    ['apps/web/src/features/finance/banks/use-x.ts', COMPONENT_LINES],
    ...LONG_FUNCTIONS,
  ])('%s has no function of more than %i lines', async (path, most) => {
    await expect(found(path, most)).resolves.toEqual([]);
    await expect(found(path, most + 1)).resolves.toHaveLength(1);
  });

  it.each(LONG_FUNCTIONS)('the exception for %s of %i lines says why', (_, most, why) => {
    expect(most).toBeGreaterThan(FUNCTION_LINES);
    expect(why.length).toBeGreaterThan(10);
  });
});

describe('length of files', () => {
  const found = (path, lines) => messages('max-lines', path, 'export {};\n'.repeat(lines));

  it.each([['apps/api/src/finance/banks/x.ts', FILE_LINES], ...LONG_FILES])(
    '%s has no more than %i lines',
    async (path, most) => {
      await expect(found(path, most)).resolves.toEqual([]);
      await expect(found(path, most + 1)).resolves.toHaveLength(1);
    },
  );

  it.each(LONG_FILES)('the exception for %s of %i lines says why', (_, most, why) => {
    expect(most).toBeGreaterThan(FILE_LINES);
    expect(why.length).toBeGreaterThan(10);
  });
});

describe('collaborators of a class', () => {
  const given = (name, count) => {
    const parameters = Array.from({ length: count }, (_, at) => `private readonly p${at}: P`);
    const text = `@Injectable()\nexport class ${name} {\n  constructor(${parameters.join(', ')}) {}\n}\n`;
    return messages('fibado/max-collaborators', 'apps/api/src/finance/banks/x.ts', text);
  };

  it(`are at most ${String(MOST_COLLABORATORS)}`, async () => {
    await expect(given('AnyService', MOST_COLLABORATORS)).resolves.toEqual([]);
    await expect(given('AnyService', MOST_COLLABORATORS + 1)).resolves.toHaveLength(1);
  });
});

describe('types of contracts', () => {
  const path = 'packages/contracts/src/x.ts';
  const found = (text) => messages('no-restricted-syntax', path, text);

  it.each(['infer', 'input', 'output'])('are not named by z.%s', async (name) => {
    await expect(found(`export type X = z.${name}<typeof x>;`)).resolves.toHaveLength(1);
  });

  it('have no mutable array', async () => {
    await expect(found('export interface X { readonly all: string[] }')).resolves.toHaveLength(1);
    await expect(found('export interface X { readonly all: readonly string[] }')).resolves.toEqual([]);
    await expect(found('export type X = Output<typeof x>;')).resolves.toEqual([]);
  });
});

describe('no-literal-spread', () => {
  const linter = new Linter({ configType: 'flat' });
  const config = {
    files: ['**/*.{ts,tsx,mjs}'],
    languageOptions: parser,
    plugins: { fibado: { rules: { 'no-literal-spread': noLiteralSpread } } },
    rules: { 'fibado/no-literal-spread': 'error' },
  };
  const fixed = (text) => linter.verifyAndFix(text, config, { filename: 'x.tsx' });

  it.each([
    ['an object in an object', 'f({ a, ...{ b, c: 1, } });', 'f({ a, b, c: 1 });'],
    ['an array in an array', 'f([...[a, b], c]);', 'f([a, b, c]);'],
    ['arguments', 'f(...[a, b]);', 'f(a, b);'],
    ['attributes', 'f(<A {...{ b, c: 1, ...d }} />);', 'f(<A b={b} c={1} {...d} />);'],
    ['one inside another', 'f([...[a, ...[b, c]]]);', 'f([a, b, c]);'],
    ['an empty one', 'f([...[], a]);', 'f([ a]);'],
  ])('writes out %s', (_, text, expected) => {
    expect(linter.verify(text, config, { filename: 'x.tsx' }).length).toBeGreaterThan(0);
    expect(fixed(text)).toMatchObject({ output: expected, messages: [] });
  });

  it.each(['f({ ...a });', 'f([...a]);', 'f({ ...(a ? { b } : {}) });', 'f([...new Set([a])]);'])(
    'leaves %s alone',
    (text) => {
      expect(linter.verify(text, config, { filename: 'x.tsx' })).toEqual([]);
    },
  );
});

describe('rules that need types', () => {
  const typed = JSON.parse(readFileSync(`${root}/.oxlintrc.json`, 'utf8'));

  it('are all those typescript-eslint recommends, as errors', () => {
    const recommended = tseslint.configs.recommendedTypeCheckedOnly
      .flatMap(({ rules }) => Object.keys(rules ?? {}))
      .filter((name) => name.startsWith('@typescript-eslint/'))
      .map((name) => name.replace('@typescript-eslint/', 'typescript/'));
    expect(recommended.length).toBeGreaterThan(20);
    const errors = Object.keys(typed.rules).filter((name) => [typed.rules[name]].flat()[0] === 'error');
    expect(errors).toEqual(expect.arrayContaining(recommended));
  });
});
