/** Where a signed-in visitor lands. */
export const DEFAULT_ROUTE = '/fibado/dashboard';
export const LANDING_ROUTE = '/landing';
/** How long a toast stays, milliseconds. */
export const TOAST_MS = 5000;
/** Wait before an account whose roles changed is blocked, milliseconds. */
export const ACCOUNT_BLOCK_WAIT_MS = 10_000;
export const SIDEBAR_WIDTH = '14rem';
export const TOP_BAR_HEIGHT = '5rem';
/** How this program calls itself in `CdClient` and `tokenClient`. */
export const CLIENT_CODE = 'app';
