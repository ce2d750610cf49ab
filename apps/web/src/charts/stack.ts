/** Between which two values a layer lies, index by index. */
export interface Band {
  readonly lower: readonly number[];
  readonly upper: readonly number[];
}

/** Layers upon each other, the first at zero: what is positive goes up from there, what is negative down. */
export function stacked(layers: readonly (readonly number[])[]): Band[] {
  const above: number[] = [];
  const below: number[] = [];
  return layers.map((values) => {
    const lower: number[] = [];
    const upper: number[] = [];
    for (const [index, value] of values.entries()) {
      const from = (value < 0 ? below : above)[index] ?? 0;
      const to = from + value;
      (value < 0 ? below : above)[index] = to;
      lower.push(Math.min(from, to));
      upper.push(Math.max(from, to));
    }
    return { lower, upper };
  });
}
