import { existsSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import globals from 'globals';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { fileLengths } from './scripts/lint/long-files.mjs';
import { functionLengths } from './scripts/lint/long-functions.mjs';
import { maxCollaborators } from './scripts/lint/max-collaborators.mjs';
import { noLiteralSpread } from './scripts/lint/no-literal-spread.mjs';

const folders = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

/** Which of our packages each folder may import; what is not listed is refused. */
const MAY_IMPORT = {
  'packages/planning': [],
  'packages/optimizer': ['planning'],
  'packages/spreadsheets': ['planning'],
  'packages/contracts': ['planning'],
  'packages/client': ['contracts'],
  migrations: [],
  'apps/api': ['planning', 'optimizer', 'spreadsheets', 'contracts', 'migrations'],
  'apps/web': ['planning', 'contracts', 'client'],
};

const alternatives = (names) => names.join('|');

/** Refuses every package of the workspace but those a folder may import. */
function packageWall(folder, also = []) {
  const allowed = alternatives([...MAY_IMPORT[folder], ...also]);
  return {
    regex: allowed ? `^@fibado/(?!(?:${allowed})(?:/|$))` : '^@fibado/',
    message: `${folder} may import ${MAY_IMPORT[folder].join(', ') || 'no other package'}.`,
  };
}

const wall = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } });

const API_AREAS = ['identity', 'administration', 'finance', 'notifications'];

/** The folders of finance: each imports those before it, so that there are no cycles. One not listed comes last. */
const FINANCE_ORDER = [
  'shared',
  'settings',
  'banks',
  'persons',
  'account-groups',
  'accounts',
  'term-offers',
  'lots',
  'goals',
  'ledger',
  'problem',
  'spreadsheets',
  'recurrences',
  'operations',
  'quarters',
  'dashboard',
  'imports',
  'solver',
  'optimizer',
  'insights',
  'scenarios',
  'tax-year',
  'exports',
  'demo',
];

function laterFolders(area, feature) {
  const at = FINANCE_ORDER.indexOf(feature);
  const later = area === 'finance' && at >= 0 ? FINANCE_ORDER.slice(at + 1) : [];
  const unlisted = folders('apps/api/src/finance').filter((one) => !FINANCE_ORDER.includes(one));
  return later.length === 0
    ? []
    : [
        {
          regex: `^\\.\\./(?:${alternatives([...later, ...unlisted])})/`,
          message: `${feature} comes before it in FINANCE_ORDER and does not import it.`,
        },
      ];
}

/** The rows of the ledger that a feature owns: their queries, entities and mappers are its own. */
const LEDGER_ROWS = {
  recurrences: 'recurrence',
  operations: 'operation',
  quarters: 'quarter|setup|closing',
  imports: 'import|comparison',
  solver: 'optimizer-run',
  optimizer: 'optimizer-run',
};

/** A feature reaches another one through its service, its module, its types; never its rows. */
const neighbours = (area, feature) => {
  const others = folders(`apps/api/src/${area}`).filter((other) => other !== feature && other !== 'ledger');
  const own = LEDGER_ROWS[feature];
  const ledger =
    area === 'finance' && feature !== 'ledger'
      ? [
          {
            regex: `^\\.\\./ledger/${own ? `(?!${own})` : ''}.*(?:repository|entity|mapper)(?:\\.js)?$`,
            message: 'Rows of the ledger are used through its stores, or by the feature that owns them.',
          },
        ]
      : [];
  return others.length === 0
    ? ledger
    : [
        ...ledger,
        ...laterFolders(area, feature),
        {
          regex: `^\\.\\./(?:${alternatives(others)})/.*(?:repository|entity|controller|mapper)(?:\\.js)?$`,
          message: 'Another feature is used through its exported service.',
        },
      ];
};

const apiWalls = [
  wall(
    ['apps/api/src/platform/**/*.ts'],
    [
      packageWall('apps/api'),
      { regex: `/(?:${API_AREAS.join('|')})/`, message: 'platform knows no feature.' },
    ],
  ),
  ...API_AREAS.flatMap((area) =>
    folders(`apps/api/src/${area}`).map((feature) =>
      wall(
        [`apps/api/src/${area}/${feature}/**/*.ts`],
        [packageWall('apps/api'), ...neighbours(area, feature)],
      ),
    ),
  ),
];

const webFeatures = folders('apps/web/src/features');
const webWalls = [
  wall(
    ['apps/web/src/{components,lib,charts,config}/**/*.{ts,tsx}'],
    [
      packageWall('apps/web'),
      { regex: '/(?:features|app)/', message: 'Shared parts know neither features nor the application.' },
    ],
  ),
  ...webFeatures.map((feature) =>
    wall(
      [`apps/web/src/features/${feature}/**/*.{ts,tsx}`],
      [
        packageWall('apps/web'),
        {
          regex: `features/(?!${feature}/)`,
          message: 'Features do not reach sideways; what two need belongs to components or lib.',
        },
      ],
    ),
  ),
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/',
      '**/node_modules/',
      '**/coverage/',
      'data/',
      'apps/web/public/',
      '**/test-results/',
      '**/playwright-report/',
      '.cache/',
    ],
  },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx,mjs}'],
    plugins: {
      fibado: { rules: { 'no-literal-spread': noLiteralSpread, 'max-collaborators': maxCollaborators } },
    },
    rules: { 'fibado/no-literal-spread': 'error' },
  },
  {
    files: ['**/*.{mjs,js}'],
    languageOptions: { globals: globals.node },
    rules: {
      'no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
    },
  },
  {
    // Parts of these run inside the page.
    files: ['bench/web.mjs', 'apps/web/scripts/screens.mjs'],
    languageOptions: { globals: globals.browser },
  },
  {
    files: ['**/*.{ts,tsx}'],
    // The rules that need types are oxlint's, on the native compiler: `.oxlintrc.json`.
    extends: [...tseslint.configs.recommended],
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/consistent-type-imports': 'off',
      eqeqeq: ['error', 'always'],
      'no-console': 'error',
    },
  },
  {
    // What a program prints is its interface.
    files: [
      'apps/api/src/main.ts',
      'apps/api/src/worker.ts',
      'apps/api/src/commands/*.ts',
      'apps/web/src/lib/log.ts',
      'packages/client/src/cli/**/*.ts',
      'bench/**/*.ts',
    ],
    rules: { 'no-console': 'off' },
  },
  {
    files: ['apps/web/src/**/*.{ts,tsx}'],
    plugins: { 'react-hooks': reactHooks },
    rules: { ...reactHooks.configs.recommended.rules },
    languageOptions: { globals: globals.browser },
  },
  // Playwright reads a fixture's needs from the shape of its first parameter, an empty one included.
  {
    files: ['apps/web/e2e/**/*.ts'],
    rules: { 'no-empty-pattern': 'off', 'react-hooks/rules-of-hooks': 'off' },
  },
  ...Object.keys(MAY_IMPORT).map((folder) => wall([`${folder}/**/*.{ts,tsx}`], [packageWall(folder)])),
  // An example imports its own package by name, as another project would.
  wall(['packages/optimizer/examples/**/*.ts'], [packageWall('packages/optimizer', ['optimizer'])]),
  { files: ['apps/api/src/**/*.ts'], rules: { 'fibado/max-collaborators': 'error' } },
  {
    // What a schema parses is data to read, at every depth: `Output` and `Input` are the one way to name its type.
    files: ['packages/contracts/src/**/*.ts'],
    ignores: ['packages/contracts/src/readonly.ts', '**/*.test.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          selector: 'TSQualifiedName[left.name="z"][right.name=/^(infer|input|output)$/]',
          message: 'Use Output or Input: the types of contracts are read-only.',
        },
        {
          selector: 'TSPropertySignature :not(TSTypeOperator[operator="readonly"]) > TSArrayType',
          message: 'Arrays of contracts are readonly.',
        },
      ],
    },
  },
  ...apiWalls,
  ...webWalls,
  ...functionLengths,
  ...fileLengths,
);
