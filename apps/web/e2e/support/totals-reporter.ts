import { stripVTControlCharacters } from 'node:util';
import type { FullResult, Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/**
 * One line a test, failures in full, and last of all `N passed, N failed`. Where a second try is allowed and succeeds,
 * the test counts as passed and is called FLAKY, with why the first one failed.
 */
export default class TotalsReporter implements Reporter {
  private passed = 0;
  private failed = 0;

  printsToStdio(): boolean {
    return true;
  }

  /** Figures a journey measured and does not judge. */
  onStdOut(chunk: string | Buffer): void {
    process.stdout.write(chunk);
  }

  onTestEnd(test: TestCase, result: TestResult): void {
    const name = test.titlePath().filter(Boolean).join(' › ');
    const ok = result.status === test.expectedStatus;
    const again = !ok && result.retry < test.retries;
    if (result.status === 'skipped') {
      this.write(`SKIPPED ${name}: ${test.annotations.map((note) => note.description ?? '').join(' ')}`);
      return;
    }
    if (ok) this.passed += 1;
    else if (!again) this.failed += 1;
    const verdict = ok ? (result.retry > 0 ? 'FLAKY' : 'ok') : again ? 'failed, tried again:' : 'FAILED';
    this.write(`${verdict} ${name} (${(result.duration / 1000).toFixed(1)} s)`);
    for (const error of ok ? [] : result.errors) {
      const why = stripVTControlCharacters(error.message ?? 'no message').split('\n');
      for (const line of why.filter((one) => one.trim()).slice(0, 8)) this.write(`    | ${line}`);
      this.write(error.stack ?? '');
    }
  }

  onError(error: { readonly message?: string; readonly stack?: string }): void {
    this.failed += 1;
    this.write(`FAILED outside a test: ${(error.message ?? '').split('\n', 1).join('')}`);
    this.write(error.stack ?? '');
  }

  onEnd(result: FullResult): void {
    if (result.status !== 'passed' && this.failed === 0) this.failed = 1;
    this.write(`${this.passed} passed, ${this.failed} failed`);
  }

  private write(line: string): void {
    process.stdout.write(`${line}\n`);
  }
}
