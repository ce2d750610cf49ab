/** What only a reader of the browser's console needs to know. */
export const log = {
  warn: (message: string, ...details: unknown[]): void => console.warn(message, ...details),
  error: (message: string, ...details: unknown[]): void => console.error(message, ...details),
};
