import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '..');
const PROPS = 'p|px|py|pt|pb|pl|pr|m|mx|my|mt|mb|ml|mr|gap|spacing|verticalSpacing|horizontalSpacing';
/** None, a hair between a figure and its note, and half the smallest named step; all else is named. */
const NUMBERS = ['0', '2', '4'];

it('spacing is on one scale: named steps, and small numbers below them', () => {
  const pattern = new RegExp(String.raw`\s(?:${PROPS})=(?:\{(-?[\d.]+)\}|"(-?[\d.]+\w+)")`, 'g');
  const faults = readdirSync(SRC, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.tsx') && !path.includes('.test.'))
    .flatMap((path) =>
      [...readFileSync(join(SRC, path), 'utf8').matchAll(pattern)]
        .filter(([, number, length]) => length !== undefined || !NUMBERS.includes(number ?? ''))
        .map(([found]) => `${path}:${found}`),
    );
  expect(faults).toEqual([]);
});
