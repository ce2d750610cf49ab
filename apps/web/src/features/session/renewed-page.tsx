import { Center, Text } from '@mantine/core';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';

/** Shown in a window opened only to sign in again; closes itself where the browser lets it. */
export function Component() {
  const { t } = useTranslation();
  useEffect(() => {
    window.close();
  }, []);
  return (
    <Center component="main" mih="100dvh" p="md">
      <Text role="status">{t('SESSION.RENEWED')}</Text>
    </Center>
  );
}
