import stopDatabase from '../support/global-teardown.mjs';

export default async function globalTeardown() {
  await globalThis.testKeycloak?.close();
  await stopDatabase();
}
