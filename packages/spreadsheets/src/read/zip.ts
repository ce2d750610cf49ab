import { fromBuffer, type Entry, type ZipFile } from 'yauzl';
import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';

const tooComplex = (message: string): FileError => new FileError('FILE_TOO_COMPLEX', message);
const unreadable = (message: string): FileError => new FileError('FILE_UNREADABLE', message);
const ENCRYPTED_FLAG = 1;

/** An archive whose directory has been judged: nothing is unpacked before the declared sizes are within the limits. */
export class ZipArchive {
  private unpacked = 0;

  private constructor(
    private readonly zip: ZipFile,
    private readonly entries: ReadonlyMap<string, Entry>,
  ) {}

  /** @throws FileError FILE_UNREADABLE, FILE_ENCRYPTED, FILE_TOO_COMPLEX */
  static async open(bytes: Uint8Array): Promise<ZipArchive> {
    const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const zip = await new Promise<ZipFile>((resolve, reject) => {
      fromBuffer(buffer, { lazyEntries: true, validateEntrySizes: true }, (error, opened) => {
        if (error) reject(unreadable(error.message));
        else resolve(opened);
      });
    });
    return new ZipArchive(zip, await directory(zip));
  }

  names(): Iterable<string> {
    return this.entries.keys();
  }

  has(name: string): boolean {
    return this.entries.has(name.toLowerCase());
  }

  /**
   * Unpacks one entry piece by piece; sizes are counted as they come, whatever the directory said.
   * @throws FileError FILE_UNREADABLE (missing or damaged), FILE_TOO_COMPLEX
   */
  async read(name: string, onText: (text: string) => void): Promise<void> {
    const decoder = new TextDecoder('utf-8');
    await this.unpack(name, (bytes) => {
      onText(decoder.decode(bytes, { stream: true }));
    });
    onText(decoder.decode());
  }

  /**
   * One entry whole.
   * @throws FileError FILE_UNREADABLE (missing or damaged), FILE_TOO_COMPLEX (more than `max` bytes)
   */
  async readBytes(name: string, max: number): Promise<Uint8Array> {
    const chunks: Uint8Array[] = [];
    let length = 0;
    await this.unpack(name, (bytes) => {
      length += bytes.length;
      if (length > max) throw tooComplex('The archive unpacks to too much');
      chunks.push(bytes);
    });
    return new Uint8Array(Buffer.concat(chunks));
  }

  private async unpack(name: string, onBytes: (bytes: Uint8Array) => void): Promise<void> {
    const entry = this.entries.get(name.toLowerCase());
    if (!entry) throw unreadable(`The part ${name} is missing`);
    const stream = await new Promise<NodeJS.ReadableStream>((resolve, reject) => {
      this.zip.openReadStream(entry, (error, opened) => {
        if (error) reject(unreadable(error.message));
        else resolve(opened);
      });
    });
    try {
      for await (const chunk of stream) {
        const bytes = chunk as Uint8Array;
        this.unpacked += bytes.length;
        if (this.unpacked > LIMITS.unpackedBytes) throw tooComplex('The archive unpacks to too much');
        onBytes(bytes);
      }
    } catch (error) {
      throw error instanceof FileError ? error : unreadable(String(error));
    }
  }
}

/** Reads the archive's directory and refuses what is too large before anything is unpacked. */
function directory(zip: ZipFile): Promise<Map<string, Entry>> {
  const entries = new Map<string, Entry>();
  let total = 0;
  return new Promise((resolve, reject) => {
    zip.on('error', (error: Error) => {
      reject(unreadable(error.message));
    });
    zip.on('end', () => {
      resolve(entries);
    });
    zip.on('entry', (entry: Entry) => {
      const trouble = judge(entry, entries);
      total += entry.uncompressedSize;
      if (trouble) reject(trouble);
      else if (total > LIMITS.unpackedBytes) reject(tooComplex('The archive unpacks to too much'));
      else {
        entries.set(entry.fileName.toLowerCase(), entry);
        zip.readEntry();
      }
    });
    zip.readEntry();
  });
}

function judge(entry: Entry, seen: ReadonlyMap<string, Entry>): FileError | undefined {
  if ((entry.generalPurposeBitFlag & ENCRYPTED_FLAG) !== 0) {
    return new FileError('FILE_ENCRYPTED', 'The archive is encrypted');
  }
  if (seen.size >= LIMITS.zipEntries) return tooComplex('The archive has too many entries');
  if (seen.has(entry.fileName.toLowerCase())) return unreadable(`Two parts are named ${entry.fileName}`);
  const judged = entry.uncompressedSize > LIMITS.ratioFromBytes;
  if (judged && entry.uncompressedSize > entry.compressedSize * LIMITS.zipRatio) {
    return tooComplex(`${entry.fileName} is packed too densely`);
  }
  return undefined;
}
