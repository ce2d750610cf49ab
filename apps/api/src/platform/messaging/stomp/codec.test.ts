import fc from 'fast-check';
import { FrameError, FrameReader, type StompFrame, writeFrame } from './codec.js';

const MAX = 16_384;

/** Header names and values a client may send; 1.0 has no way to write line ends or colons in a name. */
const plain = fc
  .string({ unit: 'binary', maxLength: 30 })
  .filter((s) => !/[\r\n:\0\\]/.test(s) && s.trim() === s);
const name = plain.filter((s) => s !== '' && s !== 'content-length' && s !== '__proto__');
const headers = fc.dictionary(name, plain, { maxKeys: 5, noNullPrototype: true });
const body = fc.string({ unit: 'binary', maxLength: 200 });
const command = fc.constantFrom('SEND', 'SUBSCRIBE', 'MESSAGE', 'ERROR');

function readAll(chunks: readonly string[], version: '1.0' | '1.1' = '1.1'): StompFrame[] {
  const reader = new FrameReader(MAX);
  reader.version = version;
  return chunks.flatMap((chunk) => reader.read(chunk));
}

/** Cuts a text anywhere but inside a surrogate pair, which no WebSocket message can do either. */
function cut(text: string, places: readonly number[]): string[] {
  const points = [...text];
  const at = [...new Set(places.map((place) => place % (points.length + 1)))].sort((a, b) => a - b);
  return [0, ...at].map((from, i) => points.slice(from, at[i]).join(''));
}

describe('the frame codec', () => {
  it('reads what it writes, in whatever pieces it comes', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(command, headers, body), { minLength: 1, maxLength: 4 }),
        fc.array(fc.nat(), { maxLength: 10 }),
        (frames, places) => {
          const text = frames.map(([c, h, b]) => writeFrame('1.1', c, h, b)).join('\n');
          const read = readAll(cut(text, places));
          expect(read.map((frame) => [frame.command, frame.body])).toEqual(frames.map(([c, , b]) => [c, b]));
          read.forEach((frame, i) => expect(frame.headers).toMatchObject(frames[i]?.[1] ?? {}));
        },
      ),
    );
  });

  it('escapes line ends and colons in values from version 1.1', () => {
    const written = writeFrame('1.1', 'ERROR', { message: 'a:b\nc\\d' });
    expect(written).toBe('ERROR\nmessage:a\\cb\\nc\\\\d\n\n\0');
  });

  it('survives any text at all', () => {
    const noise = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 400 }),
      fc.string({ unit: fc.constantFrom('\n', '\r', ':', '\0', 'A', ' ', '\\', '\t'), maxLength: 400 }),
      fc
        .tuple(fc.integer({ min: -10, max: 100_000 }), fc.string({ maxLength: 50 }))
        .map(([length, rest]) => `SEND\ncontent-length:${length}\n\n${rest}\0`),
    );
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 20 }), (chunks) => {
        try {
          for (const frame of readAll(chunks)) {
            expect(typeof frame.command).toBe('string');
            expect(typeof frame.body).toBe('string');
          }
        } catch (error) {
          expect(error).toBeInstanceOf(FrameError);
        }
      }),
      { numRuns: 500 },
    );
  });

  it('holds no more than the limit of a frame that never ends', () => {
    const reader = new FrameReader(MAX);
    let taken = 0;
    const feed = () => {
      for (;;) {
        reader.read('SEND\nx:'.padEnd(1000, 'y'));
        taken += 1000;
      }
    };
    expect(feed).toThrow(FrameError);
    expect(taken).toBeLessThanOrEqual(MAX);
  });

  it('takes many frames in one message, each within the limit', () => {
    const frame = writeFrame('1.1', 'SUBSCRIBE', { id: '1' }, 'x'.repeat(5000));
    expect(readAll([frame + frame + frame])).toHaveLength(3);
    expect(() => readAll([frame + frame + frame + frame])).toThrow(FrameError);
  });
});
