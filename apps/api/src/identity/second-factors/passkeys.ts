import type { PasskeyAssertion, PasskeyRegistration } from '@fibado/contracts';
import type { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import type { FactorRow } from './second-factors.repository.js';

/** The address people use: a passkey works there and nowhere else. */
export type Site = string;

const RELYING_PARTY = 'Fibado';
const TIMEOUT_MS = 5 * 60_000;

/** Loaded with the first passkey: it takes a tenth of a start and 11 MiB. */
const library = () => import('@simplewebauthn/server');

const idOf = (site: Site): string => new URL(site).hostname;
const originOf = (site: Site): string => new URL(site).origin;

type RegistrationAnswer = Parameters<typeof verifyRegistrationResponse>[0]['response'];
type AssertionAnswer = Parameters<typeof verifyAuthenticationResponse>[0]['response'];

/** A passkey that the device can offer by itself, where it is able to: it then signs in without a user name. */
export async function registrationOptions(
  site: Site,
  user: { readonly id: string; readonly username: string; readonly name: string },
  known: readonly FactorRow[],
) {
  const { generateRegistrationOptions } = await library();
  return generateRegistrationOptions({
    rpName: RELYING_PARTY,
    rpID: idOf(site),
    userID: new TextEncoder().encode(user.id),
    userName: user.username,
    userDisplayName: user.name,
    attestationType: 'none',
    timeout: TIMEOUT_MS,
    excludeCredentials: known.flatMap(({ credentialId }) => (credentialId ? [{ id: credentialId }] : [])),
    authenticatorSelection: { residentKey: 'preferred', userVerification: 'preferred' },
  });
}

/** @param known the passkeys of the account; none given: the device offers its own, and verifies the person. */
export async function assertionOptions(site: Site, known?: readonly FactorRow[]) {
  const { generateAuthenticationOptions } = await library();
  return generateAuthenticationOptions({
    rpID: idOf(site),
    timeout: TIMEOUT_MS,
    userVerification: known ? 'preferred' : 'required',
    ...(known
      ? {
          allowCredentials: known.flatMap(({ credentialId, transports }) =>
            credentialId ? [{ id: credentialId, transports: transports ?? [] }] : [],
          ),
        }
      : {}),
  });
}

/** @returns what to store, or `undefined` when the answer proves no new passkey for this site and challenge. */
export async function verifiedRegistration(site: Site, challenge: string, answer: PasskeyRegistration) {
  const { verifyRegistrationResponse } = await library();
  try {
    const { verified, registrationInfo } = await verifyRegistrationResponse({
      response: answer as unknown as RegistrationAnswer,
      expectedChallenge: challenge,
      expectedOrigin: originOf(site),
      expectedRPID: idOf(site),
      requireUserVerification: false,
    });
    return verified ? registrationInfo.credential : undefined;
  } catch {
    return undefined;
  }
}

/**
 * @param verifiesPerson the device has to have checked a fingerprint, face or PIN, since nothing else proves the person.
 * @returns the device's new counter, or `undefined` when the answer is none of this passkey, site and challenge.
 */
export async function verifiedAssertion(
  site: Site,
  challenge: string,
  answer: PasskeyAssertion,
  passkey: FactorRow,
  verifiesPerson: boolean,
): Promise<number | undefined> {
  const { credentialId, publicKey, counter } = passkey;
  if (!credentialId || !publicKey) return undefined;
  const { verifyAuthenticationResponse } = await library();
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AssertionAnswer,
      expectedChallenge: challenge,
      expectedOrigin: originOf(site),
      expectedRPID: idOf(site),
      credential: { id: credentialId, publicKey: new Uint8Array(publicKey), counter: Number(counter) },
      requireUserVerification: verifiesPerson,
    });
    return verified ? authenticationInfo.newCounter : undefined;
  } catch {
    return undefined;
  }
}
