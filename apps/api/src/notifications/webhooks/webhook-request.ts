import { createHmac } from 'node:crypto';
import type { WebhookFormat } from '@fibado/contracts';
import type { OutboundPost } from '../../platform/http/outbound.js';
import type { WebhookContent } from './webhooks.repository.js';

/** How secrets of Standard Webhooks begin; the key itself follows as Base64. */
export const SECRET_PREFIX = 'whsec_';
const JSON_TYPE = 'application/json; charset=utf-8';

/** What a request is made from. */
export interface WebhookTarget {
  readonly format: WebhookFormat;
  readonly url: string;
  /** What `STANDARD` is signed with. */
  readonly secret: string | undefined;
  /** The secret before that one, while it is still valid: the receiver may not know the new one yet. */
  readonly previousSecret?: string | undefined;
  /** The receiver's access token. */
  readonly token: string | undefined;
}

/** JSON, as text. */
type WebhookPost = OutboundPost & { readonly body: string };

/** The request of one attempt. @param id the delivery's, the same for all of its attempts. */
export function requestOf(
  target: WebhookTarget,
  { event, message }: WebhookContent,
  { id, now }: { readonly id: string; readonly now: Date },
): WebhookPost {
  const url = new URL(target.url);
  const { title = event.type, text = event.type, link } = message ?? {};
  const post = (at: URL, body: object, headers: Readonly<Record<string, string>>): WebhookPost => ({
    url: at,
    body: JSON.stringify(body),
    headers: { 'content-type': JSON_TYPE, 'user-agent': 'Fibado', ...headers },
  });
  switch (target.format) {
    case 'NTFY': {
      // Published as JSON at the server's root, since headers take no other letters than ASCII.
      const topic = decodeURIComponent(url.pathname.split('/').findLast((part) => part !== '') ?? '');
      const body = { topic, title, message: text, ...(link === undefined ? {} : { click: link }) };
      return post(new URL('/', url), body, target.token ? { authorization: `Bearer ${target.token}` } : {});
    }
    case 'GOTIFY': {
      const body = {
        title,
        message: text,
        ...(link === undefined ? {} : { extras: { 'client::notification': { click: { url: link } } } }),
      };
      const at = new URL(`${url.pathname.replace(/\/$/, '')}/message`, url);
      return post(at, body, target.token ? { 'x-gotify-key': target.token } : {});
    }
    case 'STANDARD': {
      const timestamp = String(Math.floor(now.getTime() / 1000));
      const signed = `${id}.${timestamp}.${JSON.stringify(event)}`;
      const secrets = [target.secret ?? '', ...(target.previousSecret ? [target.previousSecret] : [])];
      return post(url, event, {
        'webhook-id': id,
        'webhook-timestamp': timestamp,
        'webhook-signature': secrets.map((secret) => signatureOf(secret, signed)).join(' '),
      });
    }
  }
}

function signatureOf(secret: string, signed: string): string {
  const key = Buffer.from(secret.slice(SECRET_PREFIX.length), 'base64');
  return `v1,${createHmac('sha256', key).update(signed).digest('base64')}`;
}
