import type { PasskeyAssertion, PasskeyRegistration } from '@fibado/contracts';
import type {
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
} from '@simplewebauthn/browser';

/** The person closed the browser's dialog, or the device could not do what was asked. */
export class PasskeyCancelled extends Error {
  override readonly name = 'PasskeyCancelled';
}

/** Passkeys need a secure page, and a name: they belong to a domain, which an address in figures is not. */
export const canUsePasskeys = (): boolean =>
  window.isSecureContext && 'PublicKeyCredential' in window && !/^[\d.]+$|:/.test(window.location.hostname);

/** Lets the person prove itself with a passkey. @throws PasskeyCancelled */
export async function askPasskey(options: object): Promise<PasskeyAssertion> {
  const { startAuthentication } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialRequestOptionsJSON;
  return startAuthentication({ optionsJSON }).then(asSent<PasskeyAssertion>, cancelled);
}

/** Lets the person make a passkey. @throws PasskeyCancelled */
export async function makePasskey(options: object): Promise<PasskeyRegistration> {
  const { startRegistration } = await import('@simplewebauthn/browser');
  const optionsJSON = options as PublicKeyCredentialCreationOptionsJSON;
  return startRegistration({ optionsJSON }).then(asSent<PasskeyRegistration>, cancelled);
}

/** As JSON carries it: without the fields that are absent. */
const asSent = <T>(answer: object): T => JSON.parse(JSON.stringify(answer)) as T;

function cancelled(cause: unknown): never {
  throw new PasskeyCancelled('The passkey was not used', { cause });
}
