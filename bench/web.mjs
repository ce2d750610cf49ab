/**
 * What a person waits for in the browser: `npm run bench:web`. Starts the product on a demonstration household and
 * measures, in a real Chromium, the first and largest paint of landing and dashboard, what moves meanwhile, the requests
 * and the script they fetch, and the time from
 * a key to the next paint in a grid of 300 operations with the live chart. Prints a table and writes
 * `bench/results/web.json`; exit code 1 when a goal is missed.
 */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { createServer } from 'node:net';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('..', import.meta.url));
const { chromium } = createRequire(join(root, 'apps/web/package.json'))('@playwright/test');
const OPERATIONS = 300;
const KEYS = 120;
const PAINTS = 5;
/** Lighthouse's slow 4G, 1.6 Mbit/s down and 150 ms a round trip, and a phone's processor. Bytes a second. */
const SLOW = {
  processor: 4,
  line: { offline: false, latency: 150, downloadThroughput: 204_800, uploadThroughput: 96_000 },
};

const port = await new Promise((resolve) => {
  const probe = createServer().listen(0, '127.0.0.1', () => {
    const { port: free } = probe.address();
    probe.close(() => resolve(free));
  });
});
const data = mkdtempSync(join(tmpdir(), 'fibado-bench-'));
const product = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: root,
  env: { ...process.env, FIBADO_ENV_FILE: '', FIBADO_DATA: data, PORT: String(port) },
  stdio: ['ignore', 'pipe', 'inherit'],
});
const url = `http://127.0.0.1:${port}`;
await new Promise((resolve, reject) => {
  product.stdout.on('data', (chunk) => /is ready/.test(String(chunk)) && resolve());
  product.once('exit', (code) => reject(new Error(`The product ended with ${code}`)));
});

async function api(path, token, body) {
  const response = await fetch(`${url}/api/${path}`, {
    method: body ? 'POST' : 'GET',
    headers: { 'content-type': 'application/json', ...(token ? { msfauth: `Bearer ${token}` } : {}) },
    body: body && JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.json();
}

const percentile = (values, p) =>
  [...values].sort((a, b) => a - b)[Math.min(values.length - 1, Math.floor((values.length * p) / 100))];

const rows = [];
const goal = (what, value, limit, unit) => rows.push({ what, value, limit, unit, met: value <= limit });

const browser = await chromium.launch({
  executablePath: process.env.FIBADO_CHROMIUM ?? '/usr/bin/chromium',
  args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
});

/** In the page: the script that came over the line for it, compressed, without the answers' headers. Bytes. */
const scriptBytes = () =>
  performance
    .getEntriesByType('resource')
    .filter((entry) => /\.js(?:\?|$)/.test(entry.name))
    .reduce((sum, entry) => sum + entry.encodedBodySize, 0);

/** In the page: the requests of its load, the page itself included. */
const requestCount = () => performance.getEntriesByType('resource').length + 1;

/** In the page: the first paint with content, milliseconds from the navigation. */
const firstPaint = () => performance.getEntriesByName('first-contentful-paint')[0].startTime;

/** Largest paint, milliseconds from the navigation, and the script that came over the line, bytes. */
async function visit(context, path) {
  const page = await context.newPage();
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      globalThis.largestPaint = list.getEntries().at(-1).startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
  });
  await page.goto(url + path);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(400);
  const paint = await page.evaluate(() => globalThis.largestPaint);
  const script = await page.evaluate(scriptBytes);
  await page.close();
  return { paint, script };
}

async function signedIn() {
  const context = await browser.newContext({ viewport: { width: 1366, height: 800 }, locale: 'it-IT' });
  const page = await context.newPage();
  await page.goto(url);
  await page.getByRole('button', { name: 'Entra' }).first().click();
  await page.locator('input[autocomplete=username]').fill('demo');
  await page.locator('input[type=password]').fill('fibado-demo');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/fibado/dashboard');
  return { context, page };
}

/**
 * Opens the dashboard with an empty cache. The session lives in the tab's storage: the page itself is opened again.
 * @param slow how much slower the processor is, and the line.
 */
async function coldDashboard(slow) {
  const { context, page } = await signedIn();
  await page.waitForLoadState('networkidle');
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.clearBrowserCache');
  if (slow) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: slow.processor });
    await cdp.send('Network.emulateNetworkConditions', slow.line);
  }
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      globalThis.largestPaint = list.getEntries().at(-1).startTime;
    }).observe({ type: 'largest-contentful-paint', buffered: true });
    globalThis.shift = 0;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) globalThis.shift += entry.value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.goto(`${url}/fibado/dashboard`);
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(slow ? 3000 : 600);
  const measured = {
    first: await page.evaluate(firstPaint),
    largest: await page.evaluate(() => globalThis.largestPaint),
    shift: await page.evaluate(() => globalThis.shift),
    script: await page.evaluate(scriptBytes),
    requests: await page.evaluate(requestCount),
  };
  await context.close();
  return measured;
}

try {
  const landings = [];
  const dashboards = [];
  const slowDashboards = [];
  const firsts = [];
  const shifts = [];
  let requests = 0;
  let landingScript = 0;
  let dashboardScript = 0;
  for (let i = 0; i < PAINTS; i += 1) {
    const fresh = await browser.newContext({ viewport: { width: 1366, height: 800 }, locale: 'it-IT' });
    const landing = await visit(fresh, '/landing');
    landings.push(landing.paint);
    landingScript = landing.script;
    await fresh.close();
    const usual = await coldDashboard();
    dashboards.push(usual.largest);
    firsts.push(usual.first);
    shifts.push(usual.shift);
    dashboardScript = usual.script;
    requests = usual.requests;
    slowDashboards.push((await coldDashboard(SLOW)).largest);
  }
  goal('largest paint of the landing, median', percentile(landings, 50), 1000, 'ms');
  goal('largest paint of the dashboard, median', percentile(dashboards, 50), 900, 'ms');
  goal('the same, slow 4G and processor 4 times slower', percentile(slowDashboards, 50), 2500, 'ms');
  goal('script of the landing', landingScript / 1024, 150, 'KiB');
  goal('script of the dashboard', dashboardScript / 1024, 300, 'KiB');
  goal('first paint of the dashboard, median', percentile(firsts, 50), 500, 'ms');
  goal('layout shift of the dashboard, thousandths', percentile(shifts, 50) * 1000, 20, '');
  goal('requests of the dashboard', requests, 20, '');

  const { token } = await api('user/token/generate', undefined, {
    username: 'demo',
    password: 'fibado-demo',
    tokenClient: 'bench',
  });
  const quarter = (await api('finance/quarters/list', token)).find((one) => one.state === 'STARTED').date;
  const present = await api(`finance/operations/get/${quarter}`, token);
  const [sample] = present;
  const operations = Array.from({ length: Math.max(0, OPERATIONS - present.length) }, (_, i) => ({
    quarter,
    kind: 'EXPENSE',
    date: sample.date,
    valueDate: sample.date,
    accountId: sample.accountId,
    amountCents: 100 + i,
    description: `Prova ${i}`,
  }));
  await api('finance/operations/save-bulk', token, { operations });

  const { context, page } = await signedIn();
  await page.goto(`${url}/fibado/dashboard/operation/edit/${quarter}`);
  await page.locator('[role="gridcell"][data-row="2"][data-column="1"]').focus();
  await page.waitForLoadState('networkidle');
  await page.evaluate(() => {
    globalThis.keyTimes = [];
    document.addEventListener(
      'keydown',
      (event) => {
        const began = event.timeStamp;
        // The frame after the one the key caused has been handed to the screen.
        requestAnimationFrame(() => {
          const channel = new MessageChannel();
          channel.port1.onmessage = () => globalThis.keyTimes.push(performance.now() - began);
          channel.port2.postMessage(undefined);
        });
      },
      { capture: true },
    );
  });
  for (let i = 0; i < KEYS; i += 1) {
    // Amounts move the figures and the chart: the third column, a new one every six keys.
    if (i % 6 === 0) {
      await page.keyboard.press('Enter');
      await page.locator(`[role="gridcell"][data-row="${2 + i / 6}"][data-column="2"]`).focus();
    }
    await page.keyboard.press(String((i % 9) + 1));
    await page.waitForTimeout(40);
  }
  const times = await page.evaluate(() => globalThis.keyTimes);
  if (times.length < KEYS) throw new Error(`Only ${times.length} of ${KEYS} keys were painted`);
  goal(`key to paint in ${OPERATIONS} operations, 95th percentile`, percentile(times, 95), 30, 'ms');
  rows.push({ what: 'the same, median', value: percentile(times, 50), limit: null, unit: 'ms', met: true });
  await context.close();
} finally {
  await browser.close();
  product.kill('SIGTERM');
  await new Promise((resolve) => product.once('exit', resolve));
  rmSync(data, { recursive: true, force: true });
}

for (const row of rows)
  console.log(
    `${row.what.padEnd(58)} ${row.value.toFixed(1).padStart(8)} ${row.unit}` +
      (row.limit === null ? '' : `   goal ${row.limit} ${row.met ? '' : '  MISSED'}`),
  );
mkdirSync(join(root, 'bench/results'), { recursive: true });
writeFileSync(
  join(root, 'bench/results/web.json'),
  `${JSON.stringify({ at: new Date().toISOString(), processors: cpus().length, rows }, null, 2)}\n`,
);
process.exitCode = rows.every((row) => row.met) ? 0 : 1;
