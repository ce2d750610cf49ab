import * as matchers from '@testing-library/jest-dom/matchers';
import { configure } from '@testing-library/dom';
import { cleanup } from '@testing-library/react';
import React from 'react';
import { TextDecoder, TextEncoder } from 'node:util';
import { BroadcastChannel } from 'node:worker_threads';

// By hand: the libraries, which would do it while they are imported, are evaluated once for many files.
expect.extend(matchers);
afterEach(cleanup);

// A machine that is busy elsewhere is no reason to fail.
configure({ asyncUtilTimeout: 8000 });

/**
 * In development React records where each element was made, a stack trace for every one, until it has made ten thousand
 * within a second. Only its warnings tell of it.
 */
Object.defineProperty(
  (React as unknown as Record<string, object>)[
    '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE'
  ]!,
  'recentlyCreatedOwnerStacks',
  { configurable: true, get: () => Infinity, set: () => undefined },
);

/** Node's channel, which must not keep a finished test run alive. */
class IdleChannel extends BroadcastChannel {
  constructor(name: string) {
    super(name);
    this.unref();
  }
}
Object.assign(globalThis, { TextDecoder, TextEncoder, BroadcastChannel: IdleChannel });

/** What Mantine asks of a browser and jsdom lacks: media queries, element sizes, scrolling. */
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    // The empty query matches everywhere.
    matches: query === '',
    media: query,
    onchange: null,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
    dispatchEvent: () => false,
  }),
});

class SizelessObserver implements ResizeObserver {
  observe(): void {
    // Nothing is laid out in jsdom, so no size ever changes.
  }
  unobserve(): void {
    // As above.
  }
  disconnect(): void {
    // As above.
  }
}
window.ResizeObserver = SizelessObserver;
Element.prototype.scrollIntoView = () => undefined;
Element.prototype.scrollTo = () => undefined;
Object.defineProperty(document, 'fonts', {
  configurable: true,
  value: { addEventListener: () => undefined, removeEventListener: () => undefined },
});
