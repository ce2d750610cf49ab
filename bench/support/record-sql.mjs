/**
 * Loaded into the API's process by the bench: from one SIGUSR2 to the next, every statement the process sends to
 * PostgreSQL is written to the file RECORD_SQL names, with where it is connected to.
 */
import { createRequire } from 'node:module';
import { writeFileSync } from 'node:fs';

const pg = createRequire(new URL('../../apps/api/package.json', import.meta.url))('pg');
const send = pg.Client.prototype.query;
let recorded;

pg.Client.prototype.query = function query(statement, values, ...rest) {
  const text = typeof statement === 'string' ? statement : statement?.text;
  if (recorded && text) {
    const { host, port, user, password, database } = this.connectionParameters;
    recorded.push({
      text,
      values: Array.isArray(values) ? values : (statement.values ?? []),
      connection: { host, port, user, password: password ?? this.password, database },
    });
  }
  return send.call(this, statement, values, ...rest);
};

process.on('SIGUSR2', () => {
  if (recorded) writeFileSync(process.env.RECORD_SQL, JSON.stringify(recorded), { mode: 0o600 });
  recorded = recorded ? undefined : [];
});
