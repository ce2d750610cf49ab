/** What an emptied field means: nothing, not an empty text. */
export const optionalText = (text: string): string | undefined => (text.trim() === '' ? undefined : text);

/** A field's `null` (empty) as an absent value. */
export const optional = <T>(value: T | null): T | undefined => value ?? undefined;
