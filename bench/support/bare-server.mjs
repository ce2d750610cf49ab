/**
 * The least a program can do: Node's HTTP server and a pool of `pg`, running for each path the statements that the
 * API was seen to run, and answering their rows. Reads `{ connection, pool, scripts }` from the file it is given;
 * a script has one list of statements a request, taken in turn.
 */
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';

const pg = createRequire(new URL('../../apps/api/package.json', import.meta.url))('pg');
const { connection, pool: max, scripts } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const pool = new pg.Pool({ ...connection, max });
const turns = new Map();

async function run(statements) {
  const client = await pool.connect();
  try {
    const answers = [];
    for (const { text, values } of statements) answers.push((await client.query(text, values)).rows);
    return answers;
  } finally {
    client.release();
  }
}

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    const name = decodeURIComponent(request.url.slice(1));
    const variants = scripts[name];
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    run(variants[turn % variants.length]).then(
      (rows) => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(rows)),
      (error) => {
        response.statusCode = 500;
        response.end(String(error));
      },
    );
  });
});
server.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${server.address().port}`));
process.on('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
