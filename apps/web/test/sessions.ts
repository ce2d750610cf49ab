import type { Session, UserLogged } from '@fibado/contracts';

/** A session of Anna in the tenant `rossi`, valid for an hour, changed by `patch`. */
export function aSession(patch: Partial<UserLogged> = {}, token = 'token-1'): Session {
  return {
    token,
    userLogged: {
      name: 'Anna Rossi',
      email: 'anna@example.org',
      image: null,
      expirationToken: Date.now() + 3_600_000,
      roles: ['FBDO_FIBADO'],
      apps: [],
      tenant: 'rossi',
      username: 'anna',
      ...patch,
    },
  };
}
