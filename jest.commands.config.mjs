/** `npm run test:commands`: the product as a stranger starts it. It builds, so it is not part of `npm test`. */
export default {
  displayName: 'commands',
  rootDir: 'test/commands',
  testMatch: ['<rootDir>/*.test.mjs'],
  transform: {},
  testTimeout: 180_000,
};
