import { randomInt } from 'node:crypto';
import { RECOVERY_CODES } from '@fibado/contracts';
import { Injectable } from '@nestjs/common';
import type { PlatformScope } from '../../platform/database/transactions.js';
import { InstanceSecret } from '../../platform/secrets.js';
import { SecondFactorsRepository } from './second-factors.repository.js';

const PURPOSE = 'recovery-code';
/** Base 32 without the letters that are read as digits or as one another (Crockford). */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** 10 characters of 5 bits: 50 bits. */
const GROUPS = [5, 5];

/** Codes that stand in for a lost second factor, each once. Only keyed fingerprints are stored. */
@Injectable()
export class RecoveryCodes {
  constructor(
    private readonly secret: InstanceSecret,
    private readonly factors: SecondFactorsRepository,
  ) {}

  /** Makes new codes in place of all earlier ones. @returns the codes, to be shown once. */
  async renew(scope: PlatformScope, userId: string): Promise<string[]> {
    const codes = Array.from({ length: RECOVERY_CODES }, newCode);
    const fingerprints = codes.map((code) => this.fingerprint(userId, code));
    await this.factors.setRecoveryCodes(scope, userId, fingerprints);
    return codes;
  }

  /** However it was typed: small letters, without dash, O for 0, I or L for 1. */
  fingerprint(userId: string, code: string): string {
    const plain = code.toUpperCase().replaceAll(/[^0-9A-Z]/g, '');
    const read = plain.replaceAll('O', '0').replaceAll(/[IL]/g, '1');
    return this.secret.fingerprint(PURPOSE, `${userId} ${read}`);
  }
}

function newCode(): string {
  const characters = (length: number) => Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]);
  return GROUPS.map((length) => characters(length).join('')).join('-');
}
