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

  it('fit nobody who has none', async () => {
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
      '123456789012',
    ])
      await expect(checked(password)).rejects.toEqual(new DomainError('PASSWORD_WEAK', 'password'));
  });
});
