import { identities, secondFactors, type User } from '@fibado/contracts';
import { IconLinkOff, IconShieldX } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { confirm } from '../../../components/confirm';
import { client } from '../../../lib/client';
import type { RowAction } from '../shared/row-actions';
import { USERS_KEY } from './keys';

/** What an administrator takes away from how another person signs in: second factors, the identity of a provider. */
export function useSignInResets(): (user: User) => RowAction[] {
  const { t } = useTranslation();
  const queryClient = useQueryClient();
  const resetFactors = useMutation({
    mutationFn: (user: User) => client.call(secondFactors.reset, { body: { id: user.id } }),
    meta: { confirm: true },
  });
  const untie = useMutation({
    mutationFn: ({ id, identity }: User) =>
      client.call(identities.untieOther, { body: { id, allowAnother: identity === 'CLOSED' } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: USERS_KEY }),
    meta: { confirm: true },
  });
  const askReset = async (user: User): Promise<void> => {
    const message = t('SECOND_FACTOR.RESET_CONFIRM', { name: user.name });
    if (await confirm({ message, danger: true })) resetFactors.mutate(user);
  };
  const askUntie = async (user: User): Promise<void> => {
    const message = t(
      user.identity === 'CLOSED' ? 'IDENTITY.ALLOW_CONFIRM' : 'IDENTITY.UNTIE_OTHER_CONFIRM',
      {
        name: user.name,
      },
    );
    if (await confirm({ message, danger: true })) untie.mutate(user);
  };
  return (user) => [
    {
      key: 'second-factors',
      label: t('SECOND_FACTOR.RESET'),
      icon: IconShieldX,
      onClick: () => void askReset(user),
    },
    ...(user.identity === undefined
      ? []
      : [
          {
            key: 'identity',
            label: t(user.identity === 'CLOSED' ? 'IDENTITY.ALLOW' : 'IDENTITY.UNTIE'),
            icon: IconLinkOff,
            onClick: () => void askUntie(user),
          },
        ]),
  ];
}
