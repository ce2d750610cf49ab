import type { Role } from '@fibado/contracts';
import { useUser } from './stored-session';

/** Whether a user holding `held` may pass where any of `required` is asked for; nothing asked lets anyone pass. */
export function hasAnyRole(held: readonly Role[], required: readonly Role[]): boolean {
  return required.length === 0 || required.some((role) => held.includes(role));
}

/** Whether the signed-in user holds one of `required`. */
export function useHasRole(...required: Role[]): boolean {
  const user = useUser();
  return user !== null && hasAnyRole(user.roles, required);
}
