export * from './client.js';
export * from './errors.js';
export type { RetryOptions } from './retry.js';
export type { UploadProgress } from './upload.js';
export { api, type ErrorCode } from '@fibado/contracts';
