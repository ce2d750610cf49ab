import { FileError } from '../errors.js';
import { LIMITS } from '../limits.js';
import { isZip, sniff } from './sniff.js';
import { ZipArchive } from './zip.js';

/** One statement of an archive. */
interface ArchiveDocument {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Files that programs put into archives besides what a person put there. */
const BESIDES = /(^|\/)(__macosx\/|\.|thumbs\.db$|desktop\.ini$)/;
/** Parts of office documents, which are archives themselves. */
const OFFICE_PART = /^(\[content_types\]\.xml|mimetype|meta-inf\/|_rels\/|xl\/|word\/|ppt\/)/;

/** Why a document of an archive is no statement; undefined where it may be one. Archives within archives are none. */
async function refusalOf({ name, bytes }: ArchiveDocument): Promise<FileError | undefined> {
  try {
    sniff(bytes);
    return (await archiveDocuments(bytes)) === undefined
      ? undefined
      : new FileError('FILE_UNREADABLE', `${name} is an archive within an archive`);
  } catch (error) {
    if (error instanceof FileError) return error;
    throw error;
  }
}

/**
 * The files of a zip archive, unpacked within the limits; undefined where the bytes are no archive, or an office
 * document.
 * @throws FileError FILE_UNREADABLE, FILE_ENCRYPTED, FILE_TOO_COMPLEX
 */
async function archiveDocuments(bytes: Uint8Array): Promise<ArchiveDocument[] | undefined> {
  if (!isZip(bytes)) return undefined;
  const archive = await ZipArchive.open(bytes);
  const names = [...archive.names()].filter((name) => !name.endsWith('/') && !BESIDES.test(name));
  if (names.length === 0 || names.some((name) => OFFICE_PART.test(name))) return undefined;
  if (names.length > LIMITS.archiveDocuments)
    throw new FileError('FILE_TOO_COMPLEX', 'The archive holds too many files');
  const documents: ArchiveDocument[] = [];
  let left: number = LIMITS.archiveBytes;
  for (const name of names.sort()) {
    const document = { name, bytes: await archive.readBytes(name, left) };
    left -= document.bytes.length;
    documents.push(document);
  }
  return documents;
}

/**
 * The documents of an archive that may be statements; what else banks put beside them, such as a PDF, is left out.
 * Undefined where the bytes are no archive of files.
 * @throws FileError FILE_UNREADABLE, FILE_ENCRYPTED, FILE_TOO_COMPLEX; the first document's own where none is left
 */
export async function statementsOfArchive(bytes: Uint8Array): Promise<ArchiveDocument[] | undefined> {
  const documents = await archiveDocuments(bytes);
  if (documents === undefined) return undefined;
  const refusals = await Promise.all(documents.map(refusalOf));
  const kept = documents.filter((_, i) => refusals[i] === undefined);
  const [first] = refusals;
  if (kept.length === 0) throw first ?? new FileError('FILE_UNREADABLE', 'The archive holds no statement');
  return kept;
}
