import startDatabase from '../support/global-setup.mjs';
import { startKeycloak } from './keycloak-server.mjs';

export default async function globalSetup() {
  await startDatabase();
  const distribution = process.env.FIBADO_TEST_KEYCLOAK;
  if (!distribution) return;
  globalThis.testKeycloak = await startKeycloak(distribution);
  process.env.FIBADO_TEST_KEYCLOAK_URL = globalThis.testKeycloak.url;
}
