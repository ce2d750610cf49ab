import { createServer, type AddressInfo, type Server } from 'node:net';
import pg from 'pg';
import { SteadyClient } from './steady-client.js';

/** A message of PostgreSQL's protocol: its letter, its length, its body. */
function message(letter: string, body: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(letter), length, body]);
}

const LET_IN = [message('R', Buffer.alloc(4)), message('Z', Buffer.from('I'))];
const DIED = message('E', Buffer.from('SFATAL\0C57P01\0Mterminating connection\0\0'));

describe('a server that lets a connection in and dies in the same breath', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([...LET_IN, DIED])));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it('fails the query, and not the process', async () => {
    const { port } = server.address() as AddressInfo;
    const settings = { host: '127.0.0.1', port, user: 'nobody', database: 'none', Client: SteadyClient };
    const pool = new pg.Pool(settings);
    const unheard: Error[] = [];
    pool.on('error', (error) => unheard.push(error));
    const client = await pool.connect();
    await expect(client.query('select 1')).rejects.toThrow(/connection/i);
    client.release(true);
    await pool.end();
    expect(unheard).toEqual([]);
  });
});
