import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { UserForm } from './user-form';

/** A new person. */
export function Component() {
  const { t } = useTranslation();
  return (
    <>
      <PageHeader title={t('ADMIN.USERS.CREATE')} description={t('ADMIN.USERS.CREATE_DESCRIPTION')} />
      <UserForm user={undefined} />
    </>
  );
}
