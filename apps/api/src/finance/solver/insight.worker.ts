/** What the threads that answer questions run. */
export { default } from '@fibado/optimizer/insight-worker';
