/** `npm run test:sso`: single sign-on against a real identity provider, which the suite starts itself. */
import base from './jest.config.mjs';

const api = base.projects.find((project) => project.displayName === 'api');

export default {
  ...api,
  displayName: 'sso',
  rootDir: 'apps/api',
  testMatch: ['<rootDir>/test/sso/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // A Java server starts in here.
  testTimeout: 450_000,
  maxWorkers: 1,
};
