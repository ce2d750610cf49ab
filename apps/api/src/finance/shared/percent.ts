/** PostgreSQL writes `numeric` as text, so as not to lose digits; four decimals fit a number exactly enough. */
export const percent = {
  to: (value: number | null) => value,
  from: (value: string | null) => (value === null ? null : Number(value)),
};
