import { startInstance } from './instance';

/** One product for all journeys; its address and first password go to the tests by the environment. */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const instance = await startInstance();
  process.env['E2E_URL'] = instance.url;
  process.env['E2E_ADMIN_PASSWORD'] = instance.adminPassword;
  return () => instance.stop();
}
