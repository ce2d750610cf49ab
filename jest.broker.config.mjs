/** `npm run test:broker`: the real-time line over a real RabbitMQ, which `npm test` does not ask for. */
import base from './jest.config.mjs';

const api = base.projects.find((project) => project.displayName === 'api');

export default {
  ...api,
  displayName: 'broker',
  rootDir: 'apps/api',
  testMatch: ['<rootDir>/test/rabbitmq/**/*.test.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  testTimeout: 60_000,
  // Two files, each with a broker of its own, and both wait more than they compute.
  maxWorkers: 2,
};
