import { Stack, Switch } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SectionCard } from '../../components/section-card';
import { eraseKept } from '../../lib/offline/erase';
import { keepsData, setKeepsData } from '../../lib/offline/setting';
import { page } from '../../lib/page';
import { PushSetting } from './push-setting';

/** What this browser alone does. */
export function DeviceCard() {
  const { t } = useTranslation();
  const [keeps, setKeeps] = useState(keepsData);
  const change = async (on: boolean): Promise<void> => {
    if (!on) {
      const { settleTicks } = await import('../../components/settle-ticks');
      if ((await settleTicks(false)) === 'STAY') return;
    }
    setKeeps(on);
    setKeepsData(on);
    if (!on) await eraseKept();
    // The frame of the page begins to keep data, or stops, when it is opened.
    page.reload();
  };
  return (
    <SectionCard title={t('PROFILE.DEVICE.TITLE')} description={t('PROFILE.DEVICE.DESCRIPTION')}>
      <Stack gap="sm">
        <Switch
          label={t('PROFILE.DEVICE.OFFLINE')}
          description={t('PROFILE.DEVICE.OFFLINE_HINT')}
          checked={keeps}
          onChange={(event) => void change(event.currentTarget.checked)}
        />
        <PushSetting />
      </Stack>
    </SectionCard>
  );
}
