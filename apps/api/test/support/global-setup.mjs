// Jest runs this file outside its own module system: TypeScript is taught to Node itself here.
import '../../../../scripts/typescript.mjs';
import { bundleTestPrograms, removeTestPrograms } from './programs.mjs';

export default async function globalSetup() {
  const { startTestServer, stopTestServer } = await import('./server.ts');
  globalThis.stopTestServer = async () => {
    removeTestPrograms();
    await stopTestServer();
  };
  await Promise.all([startTestServer(), bundleTestPrograms()]);
}
