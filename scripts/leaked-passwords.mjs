/**
 * `node scripts/leaked-passwords.mjs LIST` writes apps/api/data/leaked-passwords.bin: a Bloom filter of the leaked
 * passwords of a text file, one a line, that are long enough to be accepted otherwise. The file in the repository is
 * made from "10 million passwords, top 1,000,000" of SecLists.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import './typescript.mjs';

const { BloomFilter } = await import('../apps/api/src/identity/users/bloom-filter.ts');
const { MIN_PASSWORD_CHARACTERS } = await import('../apps/api/src/identity/users/password-strength.ts');
/** One acceptable password in ten thousand is refused by accident, for 105 kB. */
const BITS_PER_ENTRY = 19.2;

const [list] = process.argv.slice(2);
if (list === undefined) throw new Error('Usage: node scripts/leaked-passwords.mjs LIST');
const entries = new Set(
  readFileSync(list, 'utf8')
    .split(/\r?\n/)
    .map((line) => line.toLowerCase())
    .filter((line) => [...line].length >= MIN_PASSWORD_CHARACTERS),
);
const filter = new BloomFilter(new Uint8Array(Math.ceil((entries.size * BITS_PER_ENTRY) / 8)));
for (const entry of entries) filter.add(entry);
writeFileSync(fileURLToPath(new URL('../apps/api/data/leaked-passwords.bin', import.meta.url)), filter.bytes);
console.log(`${entries.size} passwords in ${filter.bytes.length} bytes`);
