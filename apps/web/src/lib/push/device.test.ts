import { answering } from '../../../test/http';
import { aSession } from '../../../test/sessions';
import { storedSession } from '../stored-session';
import { addDevice, canPush, removeThisDevice, renewDevice } from './device';
import { leavePush } from './leave';
import { keepPushOwner, pushOwner } from './owner';

const ENDPOINT = 'https://push.example/send/one';
const KEY = 'BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A8';
const DEVICE = { id: '4a6c9a52-0f9a-4c9e-9a53-2f5b1d1c7e10', agent: '', createdAt: '', confirmedAt: '' };
const { tenant, username } = aSession().userLogged;
const anna = { tenant, username };

/** The subscription the browser has. */
let subscribed: string | undefined;
let permission: NotificationPermission;

const subscription = (key: string) => ({
  options: { applicationServerKey: Uint8Array.from(Buffer.from(key, 'base64url')).buffer },
  toJSON: () => ({ endpoint: ENDPOINT, keys: { p256dh: 'point', auth: 'secret' } }),
  unsubscribe: () => {
    subscribed = undefined;
    return Promise.resolve(true);
  },
});
const pushManager = {
  getSubscription: () => Promise.resolve(subscribed === undefined ? null : subscription(subscribed)),
  subscribe: ({ applicationServerKey }: { applicationServerKey: string }) => {
    subscribed = applicationServerKey;
    return Promise.resolve(subscription(applicationServerKey));
  },
};

describe('notifications on this device', () => {
  let saved: number;
  const asked = () =>
    answering({
      'GET /api/notify/push/get': { body: { publicKey: KEY, devices: [{ ...DEVICE, current: true }] } },
      'POST /api/notify/push/save': { body: { ...DEVICE, current: true } },
      [`DELETE /api/notify/push/delete/${DEVICE.id}`]: { status: 204 },
    });
  const savedBy = async (work: () => Promise<unknown>) => {
    const calls = asked();
    await work();
    saved = calls.filter(({ path }) => path.endsWith('/save')).length;
    return saved;
  };

  beforeEach(() => {
    subscribed = undefined;
    permission = 'granted';
    const registration = { pushManager };
    Object.defineProperty(navigator, 'serviceWorker', {
      configurable: true,
      value: { ready: Promise.resolve(registration), getRegistration: () => Promise.resolve(registration) },
    });
    Object.assign(window, {
      PushManager: class {},
      Notification: {
        get permission() {
          return permission;
        },
        requestPermission: () => Promise.resolve(permission),
      },
    });
    keepPushOwner(undefined);
    storedSession.authenticate(aSession());
  });
  afterAll(() => {
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('begin with the person’s permission', async () => {
    expect(canPush()).toBe(true);
    permission = 'denied';
    expect(await savedBy(() => addDevice(anna, KEY))).toBe(0);
    expect([subscribed, pushOwner.get()]).toEqual([undefined, undefined]);
    permission = 'granted';
    expect(await savedBy(() => addDevice(anna, KEY))).toBe(1);
    expect(subscribed).toBe(KEY);
  });

  it('are bound to each session anew, under the key of the moment', async () => {
    await savedBy(() => addDevice(anna, KEY));
    subscribed = Buffer.alloc(65, 1).toString('base64url');
    expect(await savedBy(() => renewDevice(anna))).toBe(1);
    expect(subscribed).toBe(KEY);
  });

  it('wait while the person is in another household, and end when another person signs in', async () => {
    await savedBy(() => addDevice(anna, KEY));
    expect(await savedBy(() => renewDevice({ ...anna, tenant: 'elsewhere' }))).toBe(0);
    expect(subscribed).toBe(KEY);
    expect(await savedBy(() => renewDevice({ ...anna, username: 'ugo' }))).toBe(0);
    expect([subscribed, pushOwner.get()]).toEqual([undefined, undefined]);
    expect(await savedBy(() => renewDevice(anna))).toBe(0);
  });

  it('end when the permission is taken back, when they are switched off, and with a sign-out', async () => {
    for (const end of [
      () => {
        permission = 'denied';
        return renewDevice(anna);
      },
      removeThisDevice,
      leavePush,
    ]) {
      permission = 'granted';
      await savedBy(() => addDevice(anna, KEY));
      asked();
      await end();
      expect([subscribed, pushOwner.get()]).toEqual([undefined, undefined]);
    }
  });
});
