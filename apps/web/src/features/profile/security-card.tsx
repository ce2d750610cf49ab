import { Badge, Group, Stack, Text } from '@mantine/core';
import { securityEvents } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card';
import { QueryState } from '../../components/states';
import { client } from '../../lib/client';
import { formatInstant } from '../../lib/day';
import { securityEventOrigin, securityEventText } from '../../lib/security-event-text';

const SHOWN = 10;

/** What happened to one's account lately: sign-ins, refusals, changed secrets. */
export function SecurityCard() {
  const { t } = useTranslation();
  const query = useQuery({
    queryKey: ['account', 'security-events'],
    queryFn: () => client.call(securityEvents.own, { query: { size: SHOWN } }),
    meta: { inline: true },
  });
  return (
    <SectionCard title={t('SECURITY.OWN')} description={t('SECURITY.OWN_DESCRIPTION')}>
      <QueryState query={query}>
        {({ items }) => (
          <Stack gap="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {items.map((event) => (
              <li key={event.id}>
                <Group gap="xs" justify="space-between">
                  <Text size="sm" fw={600}>
                    {securityEventText(event, t)}
                  </Text>
                  {event.outcome === 'REFUSED' ? (
                    <Badge size="sm" color="red" variant="outline">
                      {t('SECURITY.REFUSED')}
                    </Badge>
                  ) : null}
                </Group>
                <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
                  {formatInstant(event.at)} · {securityEventOrigin(event)}
                </Text>
              </li>
            ))}
          </Stack>
        )}
      </QueryState>
    </SectionCard>
  );
}
