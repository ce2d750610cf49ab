export * from './builders.js';
export * from './random-problem.js';
