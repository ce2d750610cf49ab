import { ERROR_STATUS, type ErrorBody, type ErrorCode } from '@fibado/contracts';

/** An expected refusal: a code of the closed list, with the values its text speaks of. */
export class DomainError extends Error {
  readonly params: readonly string[];

  constructor(
    readonly code: ErrorCode,
    ...params: readonly string[]
  ) {
    super(params.length > 0 ? `${code}: ${params.join(', ')}` : code);
    this.params = params;
  }

  get status(): number {
    return ERROR_STATUS[this.code];
  }

  get body(): ErrorBody {
    return { error: this.code, params: [...this.params] };
  }
}
