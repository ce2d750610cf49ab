import { Loader } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';

const QR_PIXELS = 200;

interface QrCodeProps {
  readonly text: string;
  readonly label: string;
  /** How much of the code may be lost and still be read; a format may prescribe it. */
  readonly correction?: 'L' | 'M' | 'Q' | 'H';
}

/** Dark on light in both colour schemes: many cameras read no inverted code. */
export function QrCode({ text, label, correction = 'L' }: QrCodeProps) {
  const { t } = useTranslation();
  const { data } = useQuery({
    queryKey: ['qr', correction, text],
    queryFn: async () => (await import('uqr')).encode(text, { border: 2, ecc: correction }),
    gcTime: 0,
    staleTime: Infinity,
  });
  if (!data) return <Loader aria-label={t('COMMON.LOADING')} />;
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
