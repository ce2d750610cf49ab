import { EnableBankingStandIn } from '../../../api/test/support/enable-banking';
import { startInstance } from './instance';

/**
 * One product for all journeys; its address and first password go to the tests by the environment. It offers bank
 * connections, through a stand-in on this machine.
 */
export default async function globalSetup(): Promise<() => Promise<void>> {
  const provider = await new EnableBankingStandIn().start();
  const instance = await startInstance({ ENABLE_BANKING_URL: provider.url });
  process.env['E2E_URL'] = instance.url;
  process.env['E2E_DATA'] = instance.dataFolder;
  process.env['E2E_ADMIN_PASSWORD'] = instance.adminPassword;
  process.env['E2E_BANKS_URL'] = provider.url;
  return async () => {
    await instance.stop();
    await provider.stop();
  };
}
