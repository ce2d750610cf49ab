import { QueryFailedError } from 'typeorm';
import { createLogger, FrameworkLogger } from './logging.js';

describe('errors in the log', () => {
  const QUERY = 'insert into operations (amount_cents, description) values ($1, $2)';
  /** As the database's driver tells of a row it refuses. */
  const refused = () =>
    new QueryFailedError(
      QUERY,
      [7654321, 'Stipendio'],
      Object.assign(new Error('violates check constraint "operations_amount"'), {
        ...{ code: '23514', detail: 'Failing row contains (7654321, Stipendio).' },
      }),
    );
  const lines = (write: (logger: ReturnType<typeof createLogger>) => void) => {
    const written: string[] = [];
    write(createLogger({ LOG_LEVEL: 'info' }, { write: (line) => void written.push(line) }));
    return written;
  };
  const EXPECTED = {
    ...{ type: 'QueryFailedError', message: 'violates check constraint "operations_amount"', code: '23514' },
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
