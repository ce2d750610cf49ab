import { Paper, Progress, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface UploadProgressProps {
  readonly name: string;
  /** How much of the file has gone out, 0 to 1. */
  readonly sent: number | undefined;
}

/** How far a file is: sent in parts, then parsed for a time that is not known. */
export function UploadProgress({ name, sent }: UploadProgressProps) {
  const { t } = useTranslation();
  const percent = sent === undefined || sent >= 1 ? undefined : Math.floor(sent * 100);
  const step =
    percent === undefined
      ? t('FINANCE.IMPORT.READING', { name })
      : t('FINANCE.IMPORT.SENDING', { name, percent });
  return (
    <Paper withBorder p="sm">
      <Text size="sm" mb={4} role="status">
        {step}
      </Text>
      <Progress.Root>
        <Progress.Section value={percent ?? 100} animated={percent === undefined} aria-label={step} />
      </Progress.Root>
    </Paper>
  );
}
