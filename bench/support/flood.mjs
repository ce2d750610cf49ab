/**
 * What a hostile household sends, in a process of its own: `node flood.mjs KIND ORIGIN TOKEN`. It floods until it is told
 * to stop by a message, and answers with a count of what it was answered.
 */
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { root } from '../../test/clients/support/instance.mjs';
import { agentOf, pause, send } from './http-load.mjs';
import { QUARTER } from './household-finances.mjs';

const { WebSocket } = createRequire(join(root, 'apps/api/package.json'))('ws');
const UPLOAD_BYTES = 2 * 1024 * 1024;
const CONNECTIONS = 40;
const SOCKETS = 200;

const [kind, origin, token] = process.argv.slice(2);

/** Repeats a request over many connections until it is told to stop. @returns how to stop, and the answers. */
function flood(make) {
  const agent = agentOf(CONNECTIONS);
  const statuses = {};
  let isOn = true;
  const lanes = Array.from({ length: CONNECTIONS }, async () => {
    while (isOn) {
      const status = await send(origin, agent, make());
      statuses[status] = (statuses[status] ?? 0) + 1;
      // A refusal costs the caller a moment as well.
      if (status >= 400) await pause(5);
    }
  });
  return async () => {
    isOn = false;
    agent.destroy();
    await Promise.all(lanes);
    return statuses;
  };
}

function upload() {
  const boundary = 'hostile';
  const rows = Array.from(
    { length: UPLOAD_BYTES / 64 },
    (_, i) => `01/02/2027;01/02/2027;${i},00;;${'x'.repeat(40)}`,
  );
  const body = Buffer.from(
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n` +
      `Data;Valuta;Dare;Avere;Descrizione\n${rows.join('\n')}\r\n--${boundary}--\r\n`,
  );
  const type = `multipart/form-data; boundary=${boundary}`;
  return flood(() => ({ path: '/api/finance/imports/preview', token, body, type }));
}

const ask = () =>
  flood(() => ({
    path: '/api/finance/insights/frontier',
    token,
    body: JSON.stringify({ quarter: QUARTER, most: 40 }),
  }));

const tryPasswords = () =>
  flood(() => ({
    path: '/api/user/token/generate',
    body: JSON.stringify({
      username: randomBytes(6).toString('hex'),
      password: randomBytes(384).toString('base64'),
      tokenClient: 'x',
    }),
  }));

/** Opens sockets, sends an invalid frame, and reopens those the server closes. */
function openSockets() {
  let isOn = true;
  const counts = { opened: 0, refused: 0 };
  const lanes = Array.from({ length: SOCKETS }, async () => {
    while (isOn) {
      await new Promise((resolve) => {
        const socket = new WebSocket(`${origin.replace('http', 'ws')}/api/notify/stomp`, ['v11.stomp']);
        socket.on('open', () => {
          counts.opened += 1;
          socket.send(`CONNECT\nlogin:${'x'.repeat(2000)}\n\n\0`);
        });
        socket.on('error', () => (counts.refused += 1));
        socket.on('close', resolve);
        setTimeout(() => socket.terminate(), 2000);
      });
      await pause(20);
    }
  });
  return async () => {
    isOn = false;
    await Promise.all(lanes);
    return counts;
  };
}

const KINDS = { uploads: upload, questions: ask, passwords: tryPasswords, sockets: openSockets };

const stop = KINDS[kind]();
process.once('message', async () => {
  process.send(await stop());
  process.disconnect();
});
