/** Text that stands for itself inside a LIKE pattern. */
export const likeText = (text: string): string => text.replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);

/** A pattern that finds `text` anywhere, or nothing to look for. */
export const contains = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : `%${likeText(text)}%`;
