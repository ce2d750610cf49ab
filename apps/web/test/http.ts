/** One answer of the API, or a failure to reach it. */
export type Answer =
  | { readonly status?: number; readonly body?: unknown }
  | 'unreachable'
  | ((url: string, init: RequestInit) => Answer);

/** What was asked, in order. */
export interface Asked {
  readonly method: string;
  readonly path: string;
  readonly headers: Record<string, string>;
  readonly body: unknown;
}

/**
 * Puts an API of fixed answers in the place of the network, keyed `GET /path`; anything else answers 404 NOT_FOUND.
 * The network is the one thing these tests replace.
 */
export function answering(answers: Record<string, Answer>): Asked[] {
  const asked: Asked[] = [];
  globalThis.fetch = async (input: RequestInfo | URL, init: RequestInit = {}) => {
    const url = input instanceof Request ? input.url : input.toString();
    const key = `${init.method ?? 'GET'} ${url}`;
    asked.push({
      method: init.method ?? 'GET',
      path: url,
      headers: init.headers as Record<string, string>,
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : init.body,
    });
    let answer = answers[key] ?? { status: 404, body: { error: 'NOT_FOUND', params: [] } };
    while (typeof answer === 'function') answer = answer(url, init);
    if (answer === 'unreachable') throw new TypeError('Failed to fetch');
    const { status = 200, body } = answer;
    return {
      ok: status < 300,
      status,
      headers: new Headers(),
      text: async () => (body === undefined ? '' : JSON.stringify(body)),
      json: async () => {
        if (body === undefined) throw new SyntaxError('no body');
        return body;
      },
    } as Response;
  };
  return asked;
}
