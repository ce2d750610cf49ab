import { requestOf } from './webhook-request.js';

const CONTENT = {
  event: { type: 'plan.stale', timestamp: '2026-11-21T09:00:00.000Z', data: { quarter: '2026-10-01' } },
  message: { title: 'Fibado: è da fare', text: 'Il piano…', link: 'https://fibado.example/x' },
};
const AT = { id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', now: new Date(1_614_265_330_000) };
const make = (format: 'STANDARD' | 'NTFY' | 'GOTIFY', url: string, token?: string, content = CONTENT) =>
  requestOf({ format, url, secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', token }, content, AT);

describe('the request of a webhook', () => {
  it('is signed over id, moment and body, as Standard Webhooks says', () => {
    const { url, body, headers } = make('STANDARD', 'https://example.org/hook?a=1');
    expect(url.href).toBe('https://example.org/hook?a=1');
    expect(JSON.parse(body)).toEqual(CONTENT.event);
    expect(headers).toMatchObject({ 'webhook-id': AT.id, 'webhook-timestamp': '1614265330' });
    // Computed with: printf '%s' "$id.$timestamp.$body" | openssl dgst -sha256 -mac HMAC -macopt hexkey:… -binary | base64
    expect(headers['webhook-signature']).toBe('v1,Iu1pDWIhjfHpXq5eQ9uc7uqgcVm1kt6/U7mFqdWq4wY=');
  });

  it('of ntfy is JSON at the server’s root that names the topic', () => {
    const { url, body, headers } = make('NTFY', 'https://ntfy.example/casa%20mia', 'tk_1');
    expect(url.href).toBe('https://ntfy.example/');
    expect(JSON.parse(body)).toEqual({
      topic: 'casa mia',
      title: 'Fibado: è da fare',
      message: 'Il piano…',
      click: 'https://fibado.example/x',
    });
    expect(headers).toMatchObject({ authorization: 'Bearer tk_1' });
    expect(headers).not.toHaveProperty('webhook-signature');
  });

  it('of Gotify is a message with the application’s token', () => {
    for (const base of ['https://push.example/gotify/', 'https://push.example/gotify']) {
      const { url, body, headers } = make('GOTIFY', base, 'A1');
      expect(url.href).toBe('https://push.example/gotify/message');
      expect(JSON.parse(body)).toEqual({
        title: 'Fibado: è da fare',
        message: 'Il piano…',
        extras: { 'client::notification': { click: { url: 'https://fibado.example/x' } } },
      });
      expect(headers).toMatchObject({ 'x-gotify-key': 'A1' });
    }
  });
});
