/** The browser's page, where react-router is not enough: what must forget everything in memory loads anew. */
export const page = {
  go(path: string): void {
    window.location.assign(path);
  },
  reload(): void {
    window.location.reload();
  },
};

/** `path` if it leads into this application, else undefined: a link to this application leads to no other site. */
export function ownPath(path: string | null | undefined): string | undefined {
  if (!path || !/^\/(?![/\\])/.test(path)) return undefined;
  try {
    // In the service worker, too.
    const { origin } = globalThis.location;
    const url = new URL(path, origin);
    return url.origin === origin ? url.pathname + url.search + url.hash : undefined;
  } catch {
    return undefined;
  }
}
