/** Colours offered for banks and groups. */
export const PALETTE_SWATCHES = [
  '#0b6e75',
  '#b3541e',
  '#4c5fd5',
  '#8a3ab9',
  '#3d7a1f',
  '#b1285e',
  '#7a6200',
  '#1f6fb2',
];
