import webPush from 'web-push';
import type { OutboundPost } from '../../platform/http/outbound.js';

/** Who sends: keys of the curve P-256 as Base64url, and whom to write to about it. */
export interface PushSender {
  readonly subject: string;
  readonly publicKey: string;
  readonly privateKey: string;
}

/** Where a browser takes messages, and what only it can read them with. */
export interface PushTarget {
  readonly endpoint: string;
  readonly p256dh: string;
  readonly auth: string;
}

/** What the browser is told: a title, and where it leads. */
export interface PushMessage {
  readonly title: string;
  /** A path of the web application. */
  readonly link?: string | undefined;
  /** A later message of the same topic replaces this one, at the push service and on the screen. */
  readonly topic: string;
}

/** How long a push service keeps a message for a device that is off, seconds. */
const TTL_SECONDS = 24 * 3600;
/** All messages have one length, bytes: a push service cannot tell kinds apart by it. */
const LENGTH_BYTES = 512;

/** The encrypted and signed request of one attempt (RFC 8030, 8188, 8291, 8292). */
export function pushRequest(
  sender: PushSender,
  { endpoint, p256dh, auth }: PushTarget,
  { title, link, topic }: PushMessage,
): OutboundPost {
  const json = JSON.stringify({ title, tag: topic, ...(link === undefined ? {} : { link }) });
  const padding = ' '.repeat(Math.max(0, LENGTH_BYTES - Buffer.byteLength(json)));
  const details = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, json + padding, {
    vapidDetails: sender,
    TTL: TTL_SECONDS,
    urgency: 'normal',
    topic,
    contentEncoding: 'aes128gcm',
  });
  const headers = Object.entries(details.headers as Record<string, string | number>).flatMap(
    ([name, value]): [string, string][] =>
      /^content-length$/i.test(name) ? [] : [[name.toLowerCase(), String(value)]],
  );
  return {
    url: new URL(endpoint),
    headers: { ...Object.fromEntries(headers), 'user-agent': 'Fibado' },
    body: details.body ?? Buffer.alloc(0),
  };
}
