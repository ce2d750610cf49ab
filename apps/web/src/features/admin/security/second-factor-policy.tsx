import { Switch } from '@mantine/core';
import { secondFactors } from '@fibado/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';

const KEY = ['admin', 'second-factor-policy'];

/** Whether the tenant asks its people for a second factor. */
export function SecondFactorPolicy() {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const query = useQuery({
    queryKey: KEY,
    queryFn: async () => (await client.call(secondFactors.get)).required,
    meta: { inline: true },
  });
  const change = useMutation({
    mutationFn: (required: boolean) => client.call(secondFactors.policy, { body: { required } }),
    onSettled: () => queryClient.invalidateQueries(),
    meta: { confirm: true },
  });
  if (query.data === undefined) return null;
  return (
    <Switch
      mb="md"
      label={t('SECOND_FACTOR.POLICY')}
      checked={query.data}
      disabled={change.isPending}
      onChange={(event) => change.mutate(event.currentTarget.checked)}
    />
  );
}
