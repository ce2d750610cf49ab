/**
 * One Jest for the whole workspace, one project a package. ESM throughout; packages resolve to their sources
 * through the `source` export condition, so nothing has to be built before testing.
 */
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';

const own = (name) => fileURLToPath(new URL(`./test/${name}.mjs`, import.meta.url));

const sharedRuntime = fileURLToPath(new URL('./test/shared-runtime.cjs', import.meta.url));

const base = {
  extensionsToTreatAsEsm: ['.ts', '.tsx'],
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': ['$1', '$1.js'] },
  transform: { '^.+\\.tsx?$': ['@swc/jest', { swcrc: true }] },
  testEnvironmentOptions: { customExportConditions: ['source', 'node', 'node-addons'] },
};

const node = (displayName, rootDir, extra = {}) => ({
  ...base,
  displayName,
  rootDir,
  testEnvironment: own('shared-environment'),
  runtime: sharedRuntime,
  testMatch: ['<rootDir>/src/**/*.test.ts', '<rootDir>/test/**/*.test.ts'],
  ...extra,
});

export default {
  // Files wait for databases, beats and documents more than they compute: every processor has one, and one waits.
  maxWorkers: availableParallelism() + 1,
  // A machine that does other things besides must not fail a test: slowness has tests of its own.
  testTimeout: 30_000,
  testSequencer: own('sequencer'),
  projects: [
    {
      displayName: 'tooling',
      rootDir: 'test/tooling',
      testEnvironment: 'node',
      testMatch: ['<rootDir>/*.test.mjs'],
      transform: {},
    },
    node('planning', 'packages/planning'),
    node('optimizer', 'packages/optimizer'),
    node('spreadsheets', 'packages/spreadsheets'),
    node('contracts', 'packages/contracts'),
    node('client', 'packages/client'),
    node('api', 'apps/api', {
      globalSetup: '<rootDir>/test/support/global-setup.mjs',
      globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
      setupFiles: ['<rootDir>/test/support/tell-threads.mjs'],
      moduleNameMapper: { ...base.moduleNameMapper, '^piscina$': '<rootDir>/test/support/kept-threads.mjs' },
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/test/(rabbitmq|sso|faults)/'],
    }),
    {
      ...base,
      displayName: 'web',
      rootDir: 'apps/web',
      testEnvironment: '<rootDir>/test/environment.mjs',
      runtime: sharedRuntime,
      testEnvironmentOptions: { customExportConditions: ['source', 'browser'] },
      moduleNameMapper: { ...base.moduleNameMapper, '\\.(css|svg|png)$': '<rootDir>/test/style-stub.ts' },
      setupFilesAfterEnv: ['<rootDir>/test/setup.ts'],
      testMatch: ['<rootDir>/src/**/*.test.{ts,tsx}'],
    },
  ],
};
