import '@testing-library/jest-dom';

/** What Mantine asks of a browser and jsdom lacks: media queries, element sizes, scrolling. */
Object.defineProperty(window, 'matchMedia', {
  writable: true,
  value: (query: string) => ({
    matches: false,
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
