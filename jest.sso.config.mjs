/** `npm run test:sso`: single sign-on against a real identity provider, which the suite starts itself. */
import base from './jest.config.mjs';

const api = base.projects.find((project) => project.displayName === 'api');

export default {
  ...api,
  displayName: 'sso',
  rootDir: 'apps/api',
  testMatch: ['<rootDir>/test/sso/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/sso/global-setup.mjs',
  globalTeardown: '<rootDir>/test/sso/global-teardown.mjs',
  testTimeout: 450_000,
  maxWorkers: 1,
};
