import { PushBrowser, senderOf } from '../../../test/support/push-browser.js';
import { readEnv } from '../../config/env.js';
import { InstanceSecret } from '../../platform/secrets.js';
import { PushKeys } from './push-keys.js';
import { pushRequest } from './push-request.js';

const SECRET = new InstanceSecret('a-secret-of-thirty-two-characters');
const keysOf = (settings: Record<string, string> = {}) => new PushKeys(readEnv(settings), SECRET);
const ENDPOINT = 'https://push.example:8443/send/abc?x=1';
const MESSAGE = { title: 'C’è un bonifico', link: '/fibado/today', topic: 'a'.repeat(32) };

describe('the request of a push', () => {
  const keys = keysOf({ PUSH_CONTACT: 'mailto:me@example.org' });
  const browser = new PushBrowser(ENDPOINT);
  const make = (message = MESSAGE) => pushRequest(keys.sender, browser.subscription, message);

  it('is read by the browser alone, and says title, link and what it replaces', () => {
    const { url, body } = make();
    expect(url.href).toBe(ENDPOINT);
    expect(browser.decrypt(body as Buffer).message).toEqual({
      title: 'C’è un bonifico',
      link: '/fibado/today',
      tag: MESSAGE.topic,
    });
    expect(() => new PushBrowser(ENDPOINT).decrypt(body as Buffer)).toThrow();
    expect((body as Buffer).toString('latin1')).not.toContain('bonifico');
  });

  it('has one length, whatever it says', () => {
    const short = pushRequest(keys.sender, browser.subscription, { title: 'A', topic: 'b' });
    expect(short.body).toHaveLength(make().body.length);
    expect(make().body.length).toBeLessThan(1000);
  });

  it('is signed for the push service it goes to, for a day at most, and names whom to write to', async () => {
    const { headers } = make();
    expect(headers).toMatchObject({
      'content-encoding': 'aes128gcm',
      'content-type': 'application/octet-stream',
      ttl: '86400',
      urgency: 'normal',
      topic: MESSAGE.topic,
      'user-agent': 'Fibado',
    });
    expect(headers).not.toHaveProperty('content-length');
    const { aud, sub, exp = 0 } = await senderOf(headers['authorization'] ?? '', keys.sender.publicKey);
    expect({ aud, sub }).toEqual({ aud: 'https://push.example:8443', sub: 'mailto:me@example.org' });
    expect(exp - Date.now() / 1000).toBeLessThanOrEqual(24 * 3600);
  });
});

describe('the keys of push', () => {
  it('follow from the secret, another one from another', () => {
    const { publicKey } = keysOf().sender;
    expect(Buffer.from(publicKey, 'base64url')).toHaveLength(65);
    expect(keysOf().sender.publicKey).toBe(publicKey);
    const other = new PushKeys(readEnv({}), new InstanceSecret('another-secret-of-this-instance!'));
    expect(other.sender.publicKey).not.toBe(publicKey);
  });

  it('are those of the setting where there is one', () => {
    // The sender's key of RFC 8291, appendix A.
    const { sender } = keysOf({ VAPID_PRIVATE_KEY: 'yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw' });
    expect(sender.publicKey).toBe(
      'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8',
    );
    expect(() => readEnv({ VAPID_PRIVATE_KEY: 'short' })).toThrow(/VAPID_PRIVATE_KEY/);
  });

  it('name whom to write to: the setting, else the public address', () => {
    const site = { PUBLIC_URL: 'https://fibado.example' };
    expect(keysOf(site).sender.subject).toBe('https://fibado.example');
    expect(keysOf({ ...site, PUSH_CONTACT: 'mailto:a@b.it' }).sender.subject).toBe('mailto:a@b.it');
    expect(keysOf({ PUBLIC_URL: 'http://fibado.lan' }).sender.subject).toBe('https://fibado.invalid');
  });

  it('give what is about the same one topic, which tells nothing', () => {
    const keys = keysOf();
    expect(keys.topicOf('anna', 'PLAN_STALE:2026-10-01:')).toMatch(/^[\w-]{32}$/);
    expect(keys.topicOf('anna', 'x')).toBe(keys.topicOf('anna', 'x'));
    expect(keys.topicOf('anna', 'x')).not.toBe(keys.topicOf('ugo', 'x'));
  });
});
