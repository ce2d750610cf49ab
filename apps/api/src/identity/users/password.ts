import { hash, verify } from '@node-rs/argon2';

/** Argon2id with the parameters OWASP names first: 19 MiB, two passes, one lane. */
const PARAMETERS = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export function hashPassword(password: string): Promise<string> {
  return hash(password.normalize('NFKC'), PARAMETERS);
}

/** A hash that no password matches: signing in under an unknown name takes the same time. */
const DECOY = hash('no password is this one', PARAMETERS);

/** @returns whether the password fits; an absent hash takes as long as a wrong password. */
export async function verifyPassword(stored: string | null | undefined, password: string): Promise<boolean> {
  const fits = await verify(stored ?? (await DECOY), password.normalize('NFKC'));
  return fits && stored !== null && stored !== undefined;
}
