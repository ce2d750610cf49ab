/**
 * `npm run test:broker`: the suites against a real RabbitMQ, which they start themselves on loopback. The last line
 * is `N passed, N failed`.
 */
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './setup.mjs';

const SERVER = '/usr/lib/rabbitmq/bin/rabbitmq-server';

if (!existsSync(SERVER)) {
  console.error(`RabbitMQ is not installed (${SERVER} is missing): apt-get install rabbitmq-server`);
  console.log('0 passed, 1 failed');
  process.exit(1);
}
const args = ['--config', 'jest.broker.config.mjs', ...process.argv.slice(2)];
const child = spawn(process.execPath, [join(root, 'scripts/test.mjs'), ...args], {
  cwd: root,
  stdio: 'inherit',
});
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => child.kill(signal));
child.on('exit', (code) => (process.exitCode = code ?? 1));
