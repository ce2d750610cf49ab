export * from './problem.js';
export * from './calendar.js';
export * from './identifiers.js';
export * from './money.js';
export * from './rates.js';
export * from './recurrence.js';
