/** Why a file is refused, as the API's closed list of error codes names it. */
export type FileErrorCode =
  | 'PAYLOAD_TOO_LARGE'
  | 'FILE_EMPTY'
  | 'FILE_UNREADABLE'
  | 'FILE_PDF'
  | 'FILE_ENCRYPTED'
  | 'FILE_MACROS'
  | 'FILE_EXTERNAL_LINKS'
  | 'FILE_TOO_COMPLEX'
  | 'FILE_LAYOUT_UNKNOWN'
  | 'FILE_LAYOUT_UNSIGNED'
  | 'FILE_SIGNS_UNKNOWN'
  | 'FILE_CURRENCY'
  | 'FILE_NO_ROWS'
  | 'FILE_CHECKSUM'
  | 'FILE_CELL'
  | 'FILE_WRONG_ACCOUNT'
  | 'FILE_TIMEOUT';

/** A file that cannot be used: expected with what people upload, so every reader turns its troubles into this. */
export class FileError extends Error {
  /** Row (1-based) and column letter where there is a place, or what else names the trouble. */
  readonly params: readonly string[];

  constructor(
    readonly code: FileErrorCode,
    message: string,
    params: readonly (string | number)[] = [],
  ) {
    super(message);
    this.name = 'FileError';
    this.params = params.map(String);
  }
}
