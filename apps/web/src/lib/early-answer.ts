/** What `assets/start.js` has requested before this application was loaded. */
interface EarlyAnswer {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds since the epoch. */
  readonly at: number;
  readonly answer: Promise<Response>;
}

declare global {
  var fibadoEarlyAnswer: EarlyAnswer | undefined;
}

/** An answer older than this is no longer the state of the moment, milliseconds. */
const FRESH_MS = 15_000;

/** `fetch`, which takes the answer requested early for the same call of the same session, once. */
export function fetchOrTakeEarly(...[url, init = {}]: Parameters<typeof fetch>): Promise<Response> {
  const early = globalThis.fibadoEarlyAnswer;
  if (early === undefined || early.url !== url) return fetch(url, init);
  globalThis.fibadoEarlyAnswer = undefined;
  const sent = new Headers(init.headers);
  const isSame =
    (init.method ?? 'GET') === 'GET' &&
    Object.entries(early.headers).every(([name, value]) => sent.get(name) === value);
  return isSame && Date.now() - early.at < FRESH_MS ? early.answer : fetch(url, init);
}
