interface LogoProps {
  /** Width and height in pixels. */
  readonly size: number;
}

/** Fibado's mark: deposits growing under the threshold line. */
export function Logo({ size }: LogoProps) {
  return (
    <svg width={size} height={size} viewBox="0 0 64 64" aria-hidden="true" focusable="false">
      <rect width="64" height="64" rx="14" fill="#0b7285" />
      <rect x="12" y="36" width="9" height="16" rx="2" fill="#99e9f2" />
      <rect x="27.5" y="28" width="9" height="24" rx="2" fill="#c5f6fa" />
      <rect x="43" y="20" width="9" height="32" rx="2" fill="#ffffff" />
      <path d="M10 15h44" stroke="#ffd43b" strokeWidth="3.5" strokeLinecap="round" strokeDasharray="6 5" />
    </svg>
  );
}
