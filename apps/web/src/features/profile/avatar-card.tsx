import { Avatar, Group, Stack, Text } from '@mantine/core';
import { MAX_AVATAR_BYTES, profile } from '@fibado/contracts';
import { IconUpload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { FilePicker } from '../../components/file-picker';
import { SectionCard } from '../../components/section-card';
import { client } from '../../lib/client';
import { storedSession, useUser } from '../../lib/stored-session';

/** The picture shown in place of the initials. */
export function AvatarCard() {
  const { t } = useTranslation();
  const user = useUser();
  const change = useMutation({
    mutationFn: (file: File) => client.call(profile.changeAvatar, { file, fileName: file.name }),
    onSuccess: ({ image }) => storedSession.updateUser({ image }),
    meta: { confirm: true },
  });
  return (
    <SectionCard title={t('PROFILE.AVATAR.TITLE')}>
      <Group>
        <Avatar src={user?.image ?? null} size={72} radius="xl" alt="" />
        <Stack gap={4}>
          <FilePicker
            accept="image/png,image/jpeg,image/webp"
            maxBytes={MAX_AVATAR_BYTES}
            onFile={change.mutate}
            variant="default"
            leftSection={<IconUpload size={16} aria-hidden="true" />}
          >
            {t('PROFILE.AVATAR.CHOOSE')}
          </FilePicker>
          <Text size="sm" c="dimmed">
            {t('PROFILE.AVATAR.HINT')}
          </Text>
        </Stack>
      </Group>
    </SectionCard>
  );
}
