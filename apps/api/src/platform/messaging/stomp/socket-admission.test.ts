import { ADMISSION, type Admission, SocketAdmission } from './socket-admission.js';

/** Admission under a clock of its own. */
function admission() {
  let ms = 0;
  const sockets = new SocketAdmission(ADMISSION, () => ms);
  return { sockets, pass: (more: number) => (ms += more) };
}
const openAll = (sockets: SocketAdmission, caller: string, count: number): Admission[] =>
  Array.from({ length: count }, () => sockets.admit(caller)).flatMap((one) => (one ? [one] : []));

it('admits ten people with nine pages each that come back every five seconds', () => {
  const { sockets, pass } = admission();
  for (let storm = 0; storm < 60; storm += 1) {
    const opened = openAll(sockets, 'home', 90);
    expect(opened).toHaveLength(90);
    for (const socket of opened) socket.signedIn();
    for (const socket of opened) socket.closed();
    pass(5000);
  }
});

it('bounds the sockets of a caller that never signs in, and those of no other', () => {
  const { sockets, pass } = admission();
  let opened = 0;
  for (let tenths = 0; tenths < 100; tenths += 1) {
    const flood = openAll(sockets, 'flood', 250);
    opened += flood.length;
    for (const socket of flood) socket.closed();
    pass(100);
  }
  // The burst, and twenty a second for ten seconds.
  expect(opened).toBeLessThanOrEqual(400);
  expect(openAll(sockets, 'home', 90)).toHaveLength(90);
});

it('bounds the sockets that are open without having signed in', () => {
  const { sockets, pass } = admission();
  const opened = openAll(sockets, 'flood', 500);
  expect(opened).toHaveLength(100);
  pass(60_000);
  expect(sockets.admit('flood')).toBeUndefined();
  opened[0]?.closed();
  opened[0]?.closed();
  expect(openAll(sockets, 'flood', 5)).toHaveLength(1);
});
