import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const SRC = join(import.meta.dirname, '..');
const PROPS = 'p|px|py|pt|pb|pl|pr|m|mx|my|mt|mb|ml|mr|gap|spacing|verticalSpacing|horizontalSpacing';
/** None, a hair between a figure and its note, and half the smallest named step; all else is named. */
const NUMBERS = ['0', '2', '4'];

const filesEnding = (end: string): string[] =>
  readdirSync(SRC, { recursive: true, encoding: 'utf8' }).filter((path) => path.endsWith(end));

it('spacing is on one scale: named steps, and small numbers below them', () => {
  const pattern = new RegExp(String.raw`\s(?:${PROPS})=(?:\{(-?[\d.]+)\}|"(-?[\d.]+\w+)")`, 'g');
  const faults = filesEnding('.tsx')
    .filter((path) => !path.includes('.test.'))
    .flatMap((path) =>
      [...readFileSync(join(SRC, path), 'utf8').matchAll(pattern)]
        .filter(([, number, length]) => length !== undefined || !NUMBERS.includes(number ?? ''))
        .map(([found]) => `${path}:${found}`),
    );
  expect(faults).toEqual([]);
});

it('spacing in style sheets is on the same scale, except at the edge of paper', () => {
  const declared = /[\s{;](?:padding|margin|(?:row-|column-)?gap)(?:-[a-z-]+)?:\s*([^;]+);/g;
  const small = NUMBERS.map((number) => (number === '0' ? '0(?:px)?' : `${number}px`)).join('|');
  // What a sum adds is a named step, or a size that has a name of its own.
  const step = new RegExp(String.raw`^(?:${small}|auto|var\(--[\w-]+(?:, 0px)?\)|env\([\w-]+\))$`);
  const faults = filesEnding('.css').flatMap((path) =>
    [
      ...readFileSync(join(SRC, path), 'utf8')
        .replaceAll(/@page \{[^}]*\}/g, '')
        .matchAll(declared),
    ]
      .filter(([, value = '']) => !partsOf(value).every((part) => step.test(part)))
      .map(([found]) => `${path}:${found.trim()}`),
  );
  expect(faults).toEqual([]);
});

/** The lengths of a value, those of a sum one by one. */
const partsOf = (value: string): string[] =>
  [...value.matchAll(/(?:var|env)\([^)]*\)|[^\s()]+/g)]
    .map(([part]) => part)
    .filter((part) => !['calc', '+', '-', '!important'].includes(part));
