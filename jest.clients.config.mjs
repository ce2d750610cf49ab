/**
 * `npm run test:clients`: the command line, the documents' recipes, the package and the API description, each
 * against a started instance. It builds, so it is not part of `npm test`.
 */
export default {
  displayName: 'clients',
  rootDir: 'test/clients',
  testMatch: ['<rootDir>/*.test.mjs'],
  transform: {},
  testTimeout: 180_000,
  // Each file starts an instance with a database of its own.
  maxWorkers: 1,
};
