/**
 * Waits for statements that were sent one behind the other without waiting in between: the database goes from one to the
 * next while this process does something else.
 * @throws the failure of the first that failed: in a transaction those behind it fail because it did.
 */
export async function inOrder<P extends readonly Promise<unknown>[]>(
  ...sent: P
): Promise<{ -readonly [K in keyof P]: Awaited<P[K]> }> {
  await Promise.allSettled(sent);
  // Of promises that are settled already, the first failure in order is told.
  return Promise.all(sent);
}
