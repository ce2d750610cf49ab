import { DomainError } from '../../platform/http/domain-error.js';
import type { UploadedFile } from '../../platform/http/endpoint.js';

/** The file of a call whose contract requires one. */
export function fileOf(file: UploadedFile | undefined): UploadedFile {
  if (!file) throw new DomainError('VALIDATION', 'file');
  return file;
}
