import { createHash, randomBytes } from 'node:crypto';
import { CLIENT, type IdentityServer, type Person, REDIRECT_URI, type Tokens } from './identity-server.js';

/** As much of a browser as a sign-in page needs: cookies, redirects, and filling in the form that is shown. */
export class Browser {
  readonly #cookies = new Map<string, string>();

  /** Follows redirects and forms until the address of the application is reached. @returns that address. */
  async signIn(start: string, person: Person): Promise<URL> {
    let response = await this.ask(start);
    let at = start;
    for (let step = 0; step < 15; step += 1) {
      const location = response.headers.get('location');
      if (location !== null) {
        at = new URL(location, at).href;
        if (at.startsWith(REDIRECT_URI)) return new URL(at);
        response = await this.ask(at);
        continue;
      }
      const page = await response.text();
      const form = /<form[^>]*action="([^"]+)"[\s\S]*?<\/form>/.exec(page);
      if (!form?.[1]) throw new Error(`No form at ${at} (${response.status}): ${page.slice(0, 400)}`);
      if (step > 6) throw new Error('The sign-in page comes back again and again');
      at = new URL(unescape(form[1]), at).href;
      response = await this.ask(at, fill(form[0], person));
    }
    throw new Error('Too many redirects');
  }

  private async ask(address: string, body?: URLSearchParams): Promise<Response> {
    const response = await fetch(address, {
      redirect: 'manual',
      method: body ? 'POST' : 'GET',
      headers: {
        cookie: [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body ? { 'content-type': 'application/x-www-form-urlencoded' } : {}),
      },
      ...(body ? { body: body.toString() } : {}),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      this.#cookies.set(name, value);
    }
    return response;
  }
}

const unescape = (text: string): string => text.replaceAll('&amp;', '&').replaceAll('&#x2F;', '/');

/** The form's own values, with the person's where it asks for them. */
function fill(form: string, person: Person): URLSearchParams {
  const values = new URLSearchParams();
  for (const [tag] of form.matchAll(/<input[^>]*>/g)) {
    const of = (attribute: string) => new RegExp(`\\b${attribute}="([^"]*)"`).exec(tag)?.[1];
    const name = of('name');
    if (name === undefined || of('type') === 'checkbox') continue;
    if (name === 'username' || name === 'login') values.set(name, person.username);
    else if (name === 'password') values.set(name, person.password);
    else values.set(name, unescape(of('value') ?? ''));
  }
  return values;
}

/** Signs a person in at the provider as the web application does: authorisation code with PKCE. */
export async function tokensOf(server: IdentityServer, person: Person, client = CLIENT): Promise<Tokens> {
  const base = `${server.url}/realms/${server.realm}`;
  const response = await fetch(`${base}/.well-known/openid-configuration`);
  const endpoints = (await response.json()) as { authorization_endpoint: string; token_endpoint: string };
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(8).toString('hex');
  const start = new URL(endpoints.authorization_endpoint);
  start.search = new URLSearchParams({
    client_id: client,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid profile email',
    state,
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
  }).toString();
  const back = await new Browser().signIn(start.href, person);
  if (back.searchParams.get('state') !== state) throw new Error(`The provider answered ${back.search}`);
  const answer = await fetch(endpoints.token_endpoint, {
    method: 'POST',
    body: new URLSearchParams({
      grant_type: 'authorization_code',
      client_id: client,
      redirect_uri: REDIRECT_URI,
      code: back.searchParams.get('code') ?? '',
      code_verifier: verifier,
    }),
  });
  const body = (await answer.json()) as {
    access_token?: string;
    id_token?: string;
    refresh_token?: string;
  };
  if (!body.access_token || !body.id_token) throw new Error(`No tokens: ${JSON.stringify(body)}`);
  return { access: body.access_token, id: body.id_token, refresh: body.refresh_token };
}
