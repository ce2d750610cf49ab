/** Names of the request headers every call carries. */
export const HEADERS = {
  /** Which client program calls: `app`, `fibado`, a script's name. */
  client: 'CdClient',
  /** The host the client believes it talks to. */
  internalHost: 'InternalHost',
  /** The tenant's code; has to be the session's. */
  tenant: 'CdTenant',
  /** `Bearer <token>`; `Authorization` is accepted as an equal. */
  auth: 'msfauth',
  idempotencyKey: 'Idempotency-Key',
} as const;

/** A token is worth sending while it lives at least this long. */
export const TOKEN_MIN_REMAINING_MS = 1000;

export const ROOT_MENU_GROUP = 'DFL';
