import { Secret, TOTP } from 'otpauth';

const ISSUER = 'Fibado';
/** 160 bits, as RFC 4226 recommends. */
const SECRET_BYTES = 20;
const PERIOD_SECONDS = 30;
/** Steps a device's clock may be ahead or behind (RFC 6238, 5.2). */
const WINDOW = 1;

/** SHA-1, six digits, thirty seconds: what every authenticator app knows. */
const totpOf = (secret: string, label = ''): TOTP =>
  new TOTP({
    issuer: ISSUER,
    label,
    secret: Secret.fromBase32(secret),
    algorithm: 'SHA1',
    digits: 6,
    period: PERIOD_SECONDS,
  });

/** @returns base32 */
export const newTotpSecret = (): string => new Secret({ size: SECRET_BYTES }).base32;

/** The address an authenticator app reads from a QR code. */
export const totpUri = (secret: string, username: string): string => totpOf(secret, username).toString();

/** The time step a code belongs to; `undefined` when it is none of now, the step before or the step after. */
export function stepOf(secret: string, code: string, now: Date): number | undefined {
  const timestamp = now.getTime();
  const delta = totpOf(secret).validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1000 / PERIOD_SECONDS) + delta;
}
