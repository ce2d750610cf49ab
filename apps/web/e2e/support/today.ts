import type { Day } from '@fibado/planning';

const ITALIAN_DAY = new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Rome' });

/** Today in Italy, as the instance and the browser of the journeys count it, whatever the time zone of the machine. */
export const today = (): Day => ITALIAN_DAY.format(new Date());
