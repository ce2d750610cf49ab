export * from './errors.js';
export * from './limits.js';
export type * from './types.js';
