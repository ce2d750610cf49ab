import yauzl from 'yauzl';
import yazl from 'yazl';
import { type ArchiveContent, archiveContent } from './archive-content.js';

/** The one file in an archive. */
const ENTRY = 'household.json';
/** Unpacked; decades of an ordinary household. */
const MAX_UNPACKED_BYTES = 256 * 1024 * 1024;

/** An archive that cannot be loaded, with a code of the API's list. */
export class ArchiveError extends Error {
  constructor(
    readonly code: 'FILE_EMPTY' | 'FILE_UNREADABLE' | 'FILE_TOO_COMPLEX' | 'FILE_CELL',
    readonly params: readonly string[] = [],
  ) {
    super(code);
  }
}

export async function writeArchive(content: ArchiveContent): Promise<Buffer> {
  const zip = new yazl.ZipFile();
  zip.addBuffer(Buffer.from(JSON.stringify(content)), ENTRY, { mtime: new Date(content.exportedAt) });
  zip.end();
  const parts: Buffer[] = [];
  for await (const part of zip.outputStream) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** @throws ArchiveError; FILE_CELL names the first wrong field by its path. */
export async function readArchive(bytes: Uint8Array): Promise<ArchiveContent> {
  if (bytes.length === 0) throw new ArchiveError('FILE_EMPTY');
  const text = (await entryOf(bytes)).toString('utf8');
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch {
    throw new ArchiveError('FILE_UNREADABLE');
  }
  const parsed = archiveContent.safeParse(json);
  if (parsed.success) return parsed.data;
  throw new ArchiveError('FILE_CELL', [parsed.error.issues[0]?.path.join('.') ?? '']);
}

async function entryOf(bytes: Uint8Array): Promise<Buffer> {
  try {
    return await unpack(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  } catch (error) {
    throw error instanceof ArchiveError ? error : new ArchiveError('FILE_UNREADABLE');
  }
}

function unpack(bytes: Buffer): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    // Sizes are checked against what the archive declares, while unpacking too.
    yauzl.fromBuffer(bytes, { lazyEntries: true, validateEntrySizes: true }, (error, zip) => {
      if (error) return reject(error);
      zip.on('error', reject);
      zip.on('end', () => reject(new ArchiveError('FILE_UNREADABLE')));
      zip.on('entry', (entry: yauzl.Entry) => {
        if (entry.fileName !== ENTRY) return reject(new ArchiveError('FILE_UNREADABLE', [entry.fileName]));
        if (entry.uncompressedSize > MAX_UNPACKED_BYTES) return reject(new ArchiveError('FILE_TOO_COMPLEX'));
        zip.openReadStream(entry, (failure, stream) => {
          if (failure) return reject(failure);
          const parts: Buffer[] = [];
          stream.on('data', (part: Buffer) => parts.push(part));
          stream.on('error', reject);
          stream.on('end', () => resolve(Buffer.concat(parts)));
        });
      });
      zip.readEntry();
    });
  });
}
