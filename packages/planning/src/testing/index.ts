export * from './builders.js';
export * from './hard-problem.js';
export * from './random-horizon.js';
export * from './random-problem.js';
export * from './random-goals.js';
export * from './random-lots.js';
