import { adminUsers } from '@fibado/contracts';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router-dom';
import { PageHeader } from '../../../components/page-header';
import { QueryState } from '../../../components/states';
import { client } from '../../../lib/client';
import { USERS_KEY } from './keys';
import { UserForm } from './user-form';

/** A person with what it may do in each tenant. */
export function Component() {
  const { t } = useTranslation();
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: [...USERS_KEY, 'one', id],
    queryFn: () => client.call(adminUsers.getOne, { params: { id } }),
    // What is being typed is not replaced under the fingers.
    refetchOnWindowFocus: false,
    meta: { inline: true },
  });
  return (
    <>
      <PageHeader title={query.data?.name ?? t('ADMIN.USERS.EDIT')} />
      <QueryState query={query}>{(user) => <UserForm key={user.version} user={user} />}</QueryState>
    </>
  );
}
