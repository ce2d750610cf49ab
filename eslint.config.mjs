import { existsSync, readdirSync } from 'node:fs';
import js from '@eslint/js';
import globals from 'globals';
import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';
import { noLiteralSpread } from './scripts/lint/no-literal-spread.mjs';

const folders = (path) =>
  existsSync(path)
    ? readdirSync(path, { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name)
    : [];

/** Which of our packages each room may import; what is not listed is a wall. */
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

/** The wall around a room: everything of the workspace but what it may import. */
function packageWall(room, also = []) {
  const allowed = alternatives([...MAY_IMPORT[room], ...also]);
  return {
    regex: allowed ? `^@fibado/(?!(?:${allowed})(?:/|$))` : '^@fibado/',
    message: `${room} may import ${MAY_IMPORT[room].join(', ') || 'no other package'}.`,
  };
}

const wall = (files, patterns) => ({ files, rules: { 'no-restricted-imports': ['error', { patterns }] } });

const API_AREAS = ['identity', 'administration', 'finance', 'notifications'];

/** A feature reaches another one through its service, its module, its types; never its rows. */
const neighbours = (area, feature) => {
  const others = folders(`apps/api/src/${area}`).filter((other) => other !== feature);
  return others.length === 0
    ? []
    : [
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
    plugins: { fibado: { rules: { 'no-literal-spread': noLiteralSpread } } },
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
    extends: [...tseslint.configs.recommendedTypeChecked],
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_', ignoreRestSiblings: true },
      ],
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
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
    // Answers of an HTTP test are looked at as they come.
    files: ['**/*.test.{ts,tsx}', '**/test/**/*.ts', '**/*.contract.ts', 'apps/web/e2e/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
    },
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
  ...Object.keys(MAY_IMPORT).map((room) => wall([`${room}/**/*.{ts,tsx}`], [packageWall(room)])),
  // An example imports its own package by name, as somebody else would.
  wall(['packages/optimizer/examples/**/*.ts'], [packageWall('packages/optimizer', ['optimizer'])]),
  ...apiWalls,
  ...webWalls,
);
