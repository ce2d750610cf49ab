import { readFileSync } from 'node:fs';
import { runInNewContext } from 'node:vm';
import { dashboard } from '@fibado/contracts';
import { aSession } from '../../test/sessions';
import { answering } from '../../test/http';
import { client } from './client';
import { today } from './day';
import { storedSession } from './stored-session';

const START = readFileSync('apps/web/public/assets/start.js', 'utf8');
const QUARTER = '2026-10-01';

/** Runs the script of the page's head on an address, as the browser does before the application. */
function startAt(path: string): void {
  window.history.replaceState(null, '', path);
  const { document, localStorage, sessionStorage, location } = window;
  const scope = {
    document,
    localStorage,
    sessionStorage,
    location,
    URLSearchParams,
    matchMedia: () => ({ matches: false }),
    fetch: (...args: Parameters<typeof fetch>) => fetch(...args),
    fibadoEarlyAnswer: undefined,
  };
  runInNewContext(START, scope);
  globalThis.fibadoEarlyAnswer = scope.fibadoEarlyAnswer;
}
const get = () => client.call(dashboard.get, { params: { today: today() }, query: { quarter: QUARTER } });

beforeEach(() => {
  globalThis.fibadoEarlyAnswer = undefined;
  storedSession.authenticate(aSession({ roles: ['FBDO_READ'] }));
});
afterEach(() => window.history.replaceState(null, '', '/'));

it('requests the dashboard as the application would, which takes that answer once', async () => {
  const path = `/api/finance/dashboard/get/${today()}?quarter=${QUARTER}`;
  const asked = answering({ [`GET ${path}`]: { body: { quarters: [] } } });
  startAt(`/fibado/dashboard?quarter=${QUARTER}`);
  expect(await get()).toEqual({ quarters: [] });
  expect(asked).toHaveLength(1);
  await get();
  expect(asked).toHaveLength(2);
  expect(asked[0]).toEqual(asked[1]);
});

it('is not taken by another session, nor when it is old', async () => {
  const path = `/api/finance/dashboard/get/${today()}?quarter=${QUARTER}`;
  const asked = answering({ [`GET ${path}`]: { body: {} } });
  startAt(`/fibado/dashboard?quarter=${QUARTER}`);
  storedSession.authenticate({ ...aSession({ roles: ['FBDO_READ'] }), token: 'another' });
  await get();
  expect(asked).toHaveLength(2);
  startAt(`/fibado/dashboard?quarter=${QUARTER}`);
  globalThis.fibadoEarlyAnswer = { ...globalThis.fibadoEarlyAnswer!, at: Date.now() - 60_000 };
  await get();
  expect(asked).toHaveLength(4);
});

it('requests nothing without a session, without the right, or on another page', () => {
  const asked = answering({});
  startAt('/fibado/banks');
  storedSession.authenticate(aSession({ roles: ['SADMIN'] }));
  startAt('/fibado/dashboard');
  storedSession.authenticate(aSession({ roles: ['FBDO_READ'], expirationToken: Date.now() }));
  startAt('/fibado/dashboard');
  storedSession.clear();
  startAt('/fibado/dashboard');
  expect(asked).toEqual([]);
});
