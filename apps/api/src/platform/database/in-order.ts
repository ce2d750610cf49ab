/**
 * Waits for statements that were sent one behind the other without waiting in between: the database goes from one to the
 * next while this process does something else.
 * @throws the failure of the first that failed: in a transaction those behind it fail because it did.
 */
export async function inOrder<T extends readonly unknown[]>(
  ...sent: { readonly [K in keyof T]: Promise<T[K]> }
): Promise<T> {
  const settled = await Promise.allSettled(sent);
  const failed = settled.find((one) => one.status === 'rejected');
  if (failed) throw failed.reason;
  return settled.map((one) => (one.status === 'fulfilled' ? one.value : undefined)) as unknown as T;
}
