import { DomainError } from '../../platform/http/domain-error.js';

const SIDE = 256;
/** A picture small in bytes can be huge in memory. */
const MAX_PIXELS = 40_000_000;
const ACCEPTED = new Set(['image/png', 'image/jpeg', 'image/webp']);

/**
 * Makes an avatar of a picture: square, 256 pixels, WebP, without what the camera wrote into it. What it is, is
 * decided by its bytes, whatever its name says.
 * @throws DomainError UNSUPPORTED_MEDIA, IMAGE_UNREADABLE
 */
export async function makeAvatar(bytes: Buffer): Promise<Buffer> {
  // Both are loaded when a picture comes: thirty megabytes that an instance at rest does without.
  const { fileTypeFromBuffer } = await import('file-type');
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !ACCEPTED.has(type.mime)) throw new DomainError('UNSUPPORTED_MEDIA');
  const { default: sharp } = await import('sharp');
  try {
    return await sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' })
      .rotate()
      .resize(SIDE, SIDE, { fit: 'cover' })
      .webp({ quality: 82 })
      .toBuffer();
  } catch {
    throw new DomainError('IMAGE_UNREADABLE');
  }
}

export const avatarUrl = (avatar: Buffer | null): string | null =>
  avatar ? `data:image/webp;base64,${avatar.toString('base64')}` : null;
