/**
 * The least a program can do: Node's HTTP server and a pool of `pg`. For each path it parses the body of the request,
 * runs the statements that the API was seen to run, and serialises what the API answered. Reads
 * `{ connection, pool, scripts }` from the file it is given; a script has that answer and one list of statements a
 * request, taken in turn.
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
    for (const { text, values } of statements) await client.query(text, values);
  } finally {
    client.release();
  }
}

const server = createServer((request, response) => {
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () => {
    if (chunks.length > 0) JSON.parse(Buffer.concat(chunks).toString());
    const name = decodeURIComponent(request.url.slice(1));
    const { answer, variants } = scripts[name];
    const turn = turns.get(name) ?? 0;
    turns.set(name, turn + 1);
    run(variants[turn % variants.length]).then(
      () => response.setHeader('Content-Type', 'application/json').end(JSON.stringify(answer)),
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
