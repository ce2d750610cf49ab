/** What the threads that read spreadsheets run. */
export { default } from '@fibado/spreadsheets/worker';
