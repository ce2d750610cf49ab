import type { PointerEvent } from 'react';

/**
 * For a form's button: leaving a field may show its error and push the button away between press and release, and the
 * click would go nowhere. Held from the press on, it arrives.
 */
export function holdClick(event: PointerEvent<HTMLElement>): void {
  event.currentTarget.setPointerCapture?.(event.pointerId);
}

/** Brings the first field or remark that is wrong into sight, the field with the focus. */
export function showFirstWrong(form: HTMLElement | null): void {
  const wrong = form?.querySelector<HTMLElement>('[aria-invalid="true"], [role="alert"]');
  wrong?.focus({ preventScroll: true });
  wrong?.scrollIntoView({ block: 'center' });
}
