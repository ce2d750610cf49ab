import { Button } from '@mantine/core';
import { IconMoodEmpty } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { EmptyState } from '../../../components/states';

/** What the address names does not exist, or not any more. */
export function NotThere({ back, title }: { readonly back: string; readonly title?: string }) {
  const { t } = useTranslation();
  return (
    <EmptyState
      icon={IconMoodEmpty}
      title={title ?? t('API_ERRORS.NOT_FOUND')}
      actions={
        <Button component={Link} to={back}>
          {t('COMMON.BACK')}
        </Button>
      }
    />
  );
}
