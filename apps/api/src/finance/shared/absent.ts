/** The database's way of saying that a field is absent. */
export const orNull = <T>(value: T | undefined): T | null => value ?? null;

/** The contracts' way of saying that a field is absent. */
export const orAbsent = <T>(value: T | null): T | undefined => value ?? undefined;
