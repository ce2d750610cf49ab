/** Raised whenever the same input may give another plan. */
export const ENGINE_REVISION = '23';
