import type { Day, TimeOfDay } from '@fibado/planning';

/** The only source of the present. Days are those of the household's wall calendar, Europe/Rome. */
export abstract class Clock {
  abstract now(): Date;

  /** Today in Italy, `YYYY-MM-DD`. */
  today(): Day {
    return italianDay(this.now());
  }

  /** The time of the day in Italy. */
  time(): TimeOfDay {
    return ITALIAN_TIME.format(this.now());
  }
}

/** The day of a moment in Italy, `YYYY-MM-DD`. */
export const italianDay = (moment: Date): Day => ITALIAN_DAY.format(moment);

const ITALIAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' });
const ITALIAN_TIME = new Intl.DateTimeFormat('it-IT', {
  timeZone: 'Europe/Rome',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
});

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
