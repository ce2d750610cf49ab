import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../components/page-header';

/** One's own account. */
export function Component() {
  const { t } = useTranslation();
  return <PageHeader title={t('PROFILE.TITLE')} />;
}
