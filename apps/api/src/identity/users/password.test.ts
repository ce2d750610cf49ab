import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { DomainError } from '../../platform/http/domain-error.js';
import { hashPassword, verifyPassword } from './password.js';
import { requireStrong } from './password-rules.js';

const OWNER = { username: 'ada', name: 'Ada Rossi', email: 'ada.rossi@example.org' };

describe('passwords', () => {
  it('are kept as Argon2id with the cost OWASP names, salted', async () => {
    const first = await hashPassword('tempesta-libro-quaderno');
    expect(first).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await hashPassword('tempesta-libro-quaderno')).not.toBe(first);
    expect(await verifyPassword(first, 'tempesta-libro-quaderno')).toBe(true);
    expect(await verifyPassword(first, 'tempesta-libro-quadern')).toBe(false);
  });

  it('count to their last character, however long', async () => {
    const long = 'a9-Ü'.repeat(60);
    const stored = await hashPassword(`${long}x`);
    expect(await verifyPassword(stored, `${long}x`)).toBe(true);
    expect(await verifyPassword(stored, `${long}y`)).toBe(false);
  });

  it('may hold any character, typed on any keyboard', async () => {
    // é as one character and as two: the same key on two machines.
    const stored = await hashPassword('caf\u00e9 中文 🔑 e spazi');
    expect(await verifyPassword(stored, 'cafe\u0301 中文 🔑 e spazi')).toBe(true);
  });

  it('never match a user without a password', async () => {
    expect(await verifyPassword(null, '')).toBe(false);
    expect(await verifyPassword(undefined, 'no password is this one')).toBe(false);
  });

  it('are strong by what they are made of, not by kinds of characters', async () => {
    const checked = (password: string) => requireStrong(password, OWNER, 'password');
    for (const password of ['tempesta libro quaderno', 'xqzvkwpjtmrb', 'мой-длинный-пароль-77'])
      await expect(checked(password)).resolves.toBeUndefined();
    for (const password of [
      'Aa1!Aa1!',
      'Password123!',
      'ada.rossi.ada.rossi',
      'Fibado2026Fibado',
      'Password123!Password',
      'Summer2026!!!',
      'Welcome2026!!',
      'Juventus1897!!',
      'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa',
    ])
      await expect(checked(password)).rejects.toEqual(new DomainError('PASSWORD_WEAK', 'password'));
  });

  it('are refused when they appear in lists of leaked ones, in any case', async () => {
    for (const password of ['123456789012', 'welcomesilentscreamer000', 'VoluptuouS3594'])
      await expect(requireStrong(password, OWNER, 'password')).rejects.toEqual(
        new DomainError('PASSWORD_LEAKED', 'password'),
      );
  });

  it('rarely count as leaked by accident', async () => {
    const { BloomFilter } = await import('./bloom-filter.js');
    const filter = new BloomFilter(
      readFileSync(new URL('../../../data/leaked-passwords.bin', import.meta.url)),
    );
    const hits = Array.from({ length: 20_000 }, (_, i) => filter.has(`no such password ${i}`)).filter(
      Boolean,
    );
    expect(hits.length).toBeLessThan(20);
  });

  it('of any length are judged without holding up the event loop', async () => {
    const parts = Array.from({ length: 24 }, (_, i) => createHash('sha256').update(`${i}`).digest('base64'));
    let longest = 0;
    let last = performance.now();
    const timer = setInterval(() => {
      longest = Math.max(longest, performance.now() - last);
      last = performance.now();
    }, 5);
    try {
      await requireStrong(parts.join('').slice(0, 1024), OWNER, 'password');
    } finally {
      clearInterval(timer);
    }
    expect(longest).toBeLessThan(250);
  });
});
