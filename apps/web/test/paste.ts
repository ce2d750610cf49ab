import userEvent from '@testing-library/user-event';

/** Enters a text at once. Typed, a large form is drawn again for every letter. */
export async function pasteInto(field: HTMLElement, text: string): Promise<void> {
  await userEvent.click(field);
  await userEvent.paste(text);
}
