/** `npm run test:faults`: processes killed at the worst moments. Minutes long, so it is not part of `npm test`. */
import base from './jest.config.mjs';

const api = base.projects.find((project) => project.displayName === 'api');

export default {
  ...api,
  displayName: 'faults',
  rootDir: 'apps/api',
  testMatch: ['<rootDir>/test/faults/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 60_000,
  maxWorkers: 1,
};
