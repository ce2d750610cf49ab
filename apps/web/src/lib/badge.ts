/** The number on the icon of the installed application, where the system shows one. */
export function showBadge(count: number): void {
  // Refused where the application is not installed.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
}
