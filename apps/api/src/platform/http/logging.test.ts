import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { QueryFailedError } from 'typeorm';
import { createLogger, FrameworkLogger, requestLog } from './logging.js';

describe('errors in the log', () => {
  const QUERY = 'insert into operations (amount_cents, description) values ($1, $2)';
  /** As the database's driver tells of a row it refuses. */
  const refused = () =>
    new QueryFailedError(
      QUERY,
      [7654321, 'Stipendio'],
      Object.assign(new Error('violates check constraint "operations_amount"'), {
        code: '23514',
        detail: 'Failing row contains (7654321, Stipendio).',
      }),
    );
  const lines = (write: (logger: ReturnType<typeof createLogger>) => void) => {
    const written: string[] = [];
    write(createLogger({ LOG_LEVEL: 'info' }, { write: (line) => void written.push(line) }));
    return written;
  };
  const EXPECTED = {
    type: 'QueryFailedError',
    message: 'violates check constraint "operations_amount"',
    code: '23514',
    stack: expect.stringContaining('logging.test'),
  };

  it.each([
    ['logged by themselves', (error: Error) => lines((logger) => logger.error(error))],
    ['logged with a text', (error: Error) => lines((logger) => logger.error({ err: error }, 'Not kept'))],
    [
      'logged by the framework',
      (error: Error) => lines((logger) => new FrameworkLogger(logger).error(error, 'work')),
    ],
  ])('keep no values of a query: %s', (_, log) => {
    const [line = ''] = log(refused());
    expect(line).not.toMatch(/7654321|Stipendio|insert into/);
    expect(JSON.parse(line).err).toEqual(EXPECTED);
  });

  it('keep none of what they rest on, either', () => {
    const [line = ''] = lines((logger) => logger.error(new Error('Not kept', { cause: refused() })));
    expect(line).not.toMatch(/7654321|Stipendio|insert into/);
    expect(JSON.parse(line).err).toMatchObject({ type: 'Error', message: 'Not kept', cause: EXPECTED });
  });

  it('end where they rest on themselves', () => {
    const error = new Error('Round');
    error.cause = error;
    expect(lines((logger) => logger.error(error))).toHaveLength(1);
  });
});

describe('the line of a request', () => {
  it('names the path, and neither the query nor a secret that is part of the address', async () => {
    const written: string[] = [];
    const logger = createLogger({ LOG_LEVEL: 'info' }, { write: (line) => void written.push(line) });
    const server = createServer(express().use(requestLog(logger)));
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const id = '4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e10';
    const secret = 'myCqKbwsQI0K1Mw34xS5Vh1AH1wG-Dr_vcdrMt-B4OY';
    for (const path of [
      `/api/user/admin/users/get/${id}?search=Rossi`,
      `/api/finance/exports/calendar/${secret}/fibado.ics`,
      `/${secret}?token=${secret}`,
    ])
      await (await fetch(`http://127.0.0.1:${port}${path}`)).text();
    await new Promise((resolve) => server.close(resolve));
    expect(written.map((line) => JSON.parse(line).req.path)).toEqual([
      `/api/user/admin/users/get/${id}`,
      '/api/finance/exports/calendar/[secret]/fibado.ics',
      '/[secret]',
    ]);
    expect(written.join()).not.toMatch(/Rossi|myCqKbws/);
  });
});
