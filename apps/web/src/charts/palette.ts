/**
 * Ten hues that stay apart for the common kinds of colour blindness and keep 3:1 against both backgrounds.
 * `light-dark()` picks by the colour scheme in force.
 */
const PALETTE = [
  'light-dark(#0b6e75, #3fc1c9)',
  'light-dark(#b3541e, #f4a261)',
  'light-dark(#4c5fd5, #8ea0ff)',
  'light-dark(#8a3ab9, #cf9df2)',
  'light-dark(#3d7a1f, #8fd16a)',
  'light-dark(#b1285e, #ff8fb6)',
  'light-dark(#7a6200, #e3c34a)',
  'light-dark(#1f6fb2, #6fb7f2)',
  'light-dark(#6b5b4d, #c9b7a5)',
  'light-dark(#50606b, #a9bac6)',
] as const;

/** The colour of the n-th series; hues repeat after ten. */
export const seriesColor = (index: number): string => PALETTE[index % PALETTE.length] ?? PALETTE[0];

export const TOTAL_COLOR = 'light-dark(#0b6e75, #3fc1c9)';
export const COMPARE_COLOR = 'light-dark(#6b7680, #9aa7b1)';
/** Of a sum that is said and not drawn. */
export const SUM_COLOR = 'light-dark(#1d2a30, #eef3f5)';
