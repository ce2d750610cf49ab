import type { AppLogin } from '../../src/platform/database/app-role.js';
import { migrate } from '../../src/platform/database/migrate.js';

/** Migrates in a process of its own, which says when it begins. */
const [url, login] = process.argv.slice(2);
process.stdout.write('begin\n');
await migrate(url ?? '', JSON.parse(login ?? '{}') as AppLogin);
