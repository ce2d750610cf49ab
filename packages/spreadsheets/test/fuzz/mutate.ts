import { inflateRawSync } from 'node:zlib';
import type { Random } from '@fibado/planning/testing';
import yazl from 'yazl';
import { fromBuffer, type Entry } from 'yauzl';

const INTERESTING = [0x00, 0x01, 0x7f, 0x80, 0xff, 0x22, 0x3b, 0x3c, 0x3e, 0x26, 0x0a, 0x2e, 0x2c, 0x2d];

/** One small harm to a file. */
function harm(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  if (bytes.length === 0) return other.slice(0, random.int(0, 64));
  const at = random.int(0, bytes.length - 1);
  const span = random.int(1, Math.min(512, bytes.length - at));
  const copy = Uint8Array.from(bytes);
  switch (random.int(0, 7)) {
    case 0:
      copy[at] = (copy[at] ?? 0) ^ (1 << random.int(0, 7));
      return copy;
    case 1:
      copy[at] = random.pick(INTERESTING);
      return copy;
    case 2:
      return copy.subarray(0, at);
    case 3:
      return Uint8Array.from([...copy.subarray(0, at), ...copy.subarray(at + span)]);
    case 4:
      return Uint8Array.from([...copy.subarray(0, at + span), ...copy.subarray(at)]);
    case 5: {
      const from = random.int(0, Math.max(0, other.length - 1));
      return Uint8Array.from([
        ...copy.subarray(0, at),
        ...other.subarray(from, from + span),
        ...copy.subarray(at + span),
      ]);
    }
    case 6:
      copy.fill(random.pick(INTERESTING), at, at + Math.min(span, 16));
      return copy;
    default:
      if (copy.length < 4) return copy;
      // A length or offset field, four bytes little endian.
      new DataView(copy.buffer).setUint32(
        Math.min(at, copy.length - 4),
        random.pick([0, 1, 0x7fffffff, 0xffffffff, 0xfffe, 65_536]),
        true,
      );
      return copy;
  }
}

function harmed(bytes: Uint8Array, random: Random, other: Uint8Array): Uint8Array {
  let result = bytes;
  for (let left = random.int(1, 6); left > 0; left -= 1) result = harm(result, random, other);
  return result;
}

/** The parts of an archive, unpacked. */
export function unpack(bytes: Uint8Array): Promise<Map<string, Uint8Array>> {
  const buffer = Buffer.from(bytes);
  const parts = new Map<string, Uint8Array>();
  return new Promise((resolve, reject) => {
    fromBuffer(buffer, { lazyEntries: true }, (error, zip) => {
      if (error) {
        reject(error);
        return;
      }
      zip.on('entry', (entry: Entry) => {
        const header = entry.relativeOffsetOfLocalHeader;
        const start = header + 30 + buffer.readUInt16LE(header + 26) + buffer.readUInt16LE(header + 28);
        const packed = buffer.subarray(start, start + entry.compressedSize);
        parts.set(entry.fileName, entry.compressionMethod === 0 ? packed : inflateRawSync(packed));
        zip.readEntry();
      });
      zip.on('end', () => {
        resolve(parts);
      });
      zip.on('error', reject);
      zip.readEntry();
    });
  });
}

export function pack(parts: ReadonlyMap<string, Uint8Array>): Promise<Uint8Array> {
  const file = new yazl.ZipFile();
  for (const [name, content] of parts) {
    if (!name.endsWith('/')) file.addBuffer(Buffer.from(content), name);
  }
  file.end();
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    file.outputStream.on('data', (chunk: Buffer) => chunks.push(chunk));
    file.outputStream.on('error', reject);
    file.outputStream.on('end', () => {
      resolve(new Uint8Array(Buffer.concat(chunks)));
    });
  });
}

const isZip = (bytes: Uint8Array): boolean => bytes[0] === 0x50 && bytes[1] === 0x4b;

/** A file with harm done to it; half of the archives are harmed inside and packed anew, so that the harm is reached. */
export async function mutate(bytes: Uint8Array, random: Random, other: Uint8Array): Promise<Uint8Array> {
  if (!isZip(bytes) || random.chance(0.5)) return harmed(bytes, random, other);
  const parts = await unpack(bytes);
  const name = random.pick([...parts.keys()]);
  parts.set(name, harmed(parts.get(name) ?? new Uint8Array(), random, other));
  return pack(parts);
}
