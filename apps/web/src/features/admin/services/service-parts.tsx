import { Badge } from '@mantine/core';
import type { Service, ServiceCheck } from '@fibado/contracts';
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';

export const SERVICES_KEY = ['admin', 'services'] as const;
/** How often health is asked for while a page shows it, milliseconds. */
export const HEALTH_REFRESH_MS = 15_000;

const LOOK = {
  UP: { color: 'green', Icon: IconCircleCheck },
  DOWN: { color: 'red', Icon: IconCircleX },
  OFF: { color: 'gray', Icon: IconCircleMinus },
} as const;

/** Health as a word, an icon and a colour. */
export function HealthBadge({ state }: { readonly state: ServiceCheck['state'] }) {
  const { t } = useTranslation();
  const { color, Icon } = LOOK[state];
  return (
    <Badge
      miw="max-content"
      color={color}
      variant="outline"
      leftSection={<Icon size={14} aria-hidden="true" />}
      autoContrast
    >
      {t(`ADMIN.SERVICES.STATE.${state}`)}
    </Badge>
  );
}

/** The service's name: an application has its own, the others are named by the language. */
export function useServiceName(): (service: Pick<Service, 'kind' | 'name'>) => string {
  const { t } = useTranslation();
  return (service) => (service.kind === 'APP' ? service.name : t(`ADMIN.SERVICES.KIND.${service.kind}`));
}

export function Latency({ check }: { readonly check: ServiceCheck }) {
  return <>{check.latencyMs === undefined ? '–' : `${Math.round(check.latencyMs)} ms`}</>;
}
