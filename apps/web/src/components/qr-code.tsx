import { useQuery } from '@tanstack/react-query';
import { LoadingState } from './states';

const QR_PIXELS = 200;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** How much of the code may be lost and still be read; a format may prescribe it. */
  readonly correction?: 'L' | 'M' | 'Q' | 'H';
}

/** Dark on light in both colour schemes: many cameras read no inverted code. */
export function QrCode({ text, label, correction = 'L' }: QrCodeProps) {
  const { data } = useQuery({
    queryKey: ['qr', correction, text],
    queryFn: async () => (await import('uqr')).encode(text, { border: 2, ecc: correction }),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!data) return <LoadingState height={`${QR_PIXELS}px`} />;
  const dark = data.data.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? [`M${x},${y}h1v1h-1z`] : [])),
  );
  return (
    <svg
      role="img"
      aria-label={label}
      width={QR_PIXELS}
      height={QR_PIXELS}
      viewBox={`0 0 ${data.size} ${data.size}`}
      shapeRendering="crispEdges"
      style={{ alignSelf: 'center', background: '#fff' }}
    >
      <path d={dark.join('')} fill="#000" />
    </svg>
  );
}
