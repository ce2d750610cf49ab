import { defineConfig } from '@playwright/test';
import { chromiumPath } from './e2e/support/chromium';

/** Journeys in a real Chromium against a product the run starts by itself (see e2e/support/global-setup.ts). */
export default defineConfig({
  testDir: 'e2e',
  testMatch: '**/*.e2e.ts',
  outputDir: 'test-results',
  globalSetup: './e2e/support/global-setup.ts',
  fullyParallel: false,
  workers: 1,
  forbidOnly: true,
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  reporter: [['./e2e/support/totals-reporter.ts']],
  use: {
    browserName: 'chromium',
    // Requests that a service worker answers cannot be intercepted; the journeys of the phone allow it.
    serviceWorkers: 'block',
    actionTimeout: 15_000,
    navigationTimeout: 20_000,
    locale: 'it-IT',
    timezoneId: 'Europe/Rome',
    viewport: { width: 1366, height: 800 },
    launchOptions: {
      executablePath: chromiumPath(),
      // Chromium's own sandbox cannot be set up by root, as in a container.
      args: process.getuid?.() === 0 ? ['--no-sandbox'] : [],
    },
    screenshot: 'only-on-failure',
    // Recording is dear: a journey that fails is recorded when it is tried again.
    trace: 'on-first-retry',
  },
});
