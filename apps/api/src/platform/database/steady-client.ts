import pg from 'pg';

/**
 * A connection whose break is told by the query that meets it, and by nothing else. Without a listener an `error` ends
 * the process, and between a pool's hands and those it gives a connection to there is a moment without one: a server
 * that dies right after authentication sends both messages at once.
 */
export class SteadyClient extends pg.Client {
  constructor(config?: string | pg.ClientConfig) {
    super(config);
    this.on('error', () => undefined);
  }
}
