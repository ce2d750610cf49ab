import type { Day } from '@fibado/planning';

/** The only source of the present. Days are those of the household's wall calendar, Europe/Rome. */
export abstract class Clock {
  abstract now(): Date;

  /** Today in Italy, `YYYY-MM-DD`. */
  today(): Day {
    return ITALIAN_DAY.format(this.now());
  }
}

const ITALIAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' });

export class SystemClock extends Clock {
  override now(): Date {
    return new Date();
  }
}

/** A clock that starts at a chosen moment and is moved by hand; it also runs a demonstration on a fixed day. */
export class FixedClock extends Clock {
  #now: number;

  constructor(iso: string) {
    super();
    this.#now = Date.parse(iso);
  }

  override now(): Date {
    return new Date(this.#now);
  }

  advance(ms: number): void {
    this.#now += ms;
  }
}
