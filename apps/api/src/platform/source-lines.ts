import { readFileSync } from 'node:fs';
import { SourceMap, type SourceMapPayload } from 'node:module';
import { join, relative, resolve, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { API_FOLDER } from './api-folder.js';

const ROOT = join(API_FOLDER, '../..');
const FRAME = /(file:\/\/[^\s()]+?\.js):(\d+):\d+/g;

/** By file of the bundle; read when the first error from it is told. */
const maps = new Map<string, SourceMap | undefined>();

function mapOf(file: string): SourceMap | undefined {
  if (!maps.has(file)) {
    try {
      maps.set(file, new SourceMap(JSON.parse(readFileSync(`${file}.map`, 'utf8')) as SourceMapPayload));
    } catch {
      // A dependency's file has none.
      maps.set(file, undefined);
    }
  }
  return maps.get(file);
}

/** An error's stack with the files and lines of the sources in place of those of the bundle. */
export function withSourceLines(stack: string): string {
  return stack.replace(FRAME, (frame, address: string, line: string) => {
    const file = fileURLToPath(address);
    const entry = mapOf(file)?.findEntry(Number(line) - 1, 0);
    if (!entry || !('originalSource' in entry) || entry.generatedLine !== Number(line) - 1) return frame;
    const source = relative(ROOT, resolve(dirname(file), entry.originalSource));
    return `${source}:${entry.originalLine + 1}`;
  });
}
