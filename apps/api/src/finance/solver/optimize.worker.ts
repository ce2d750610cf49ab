/** What the solver's threads run. */
export { default } from '@fibado/optimizer/worker';
