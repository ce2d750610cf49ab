import type { ReconciledAccountBody } from '@fibado/contracts';
import { Button, CopyButton, Group, Paper, Stack } from '@mantine/core';
import { IconArrowLeft, IconCheck, IconCopy, IconDownload, IconPrinter } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { saveFile } from '../shared/download';
import classes from './letter-view.module.css';

interface LetterViewProps {
  readonly account: ReconciledAccountBody;
  readonly letter: string;
  readonly year: number;
  readonly onClose: () => void;
}

/** The letter to the bank in the page's place, so that printing prints the letter alone. */
export function LetterView({ account, letter, year, onClose }: LetterViewProps) {
  const { t } = useTranslation();
  const download = () =>
    saveFile(
      new Blob([letter], { type: 'text/plain;charset=utf-8' }),
      `lettera-${account.name}-${String(year)}.txt`,
    );
  return (
    <Stack>
      <div className={classes.controls}>
        <PageHeader
          title={t('FINANCE.RECONCILIATION.LETTER_OF', { account: account.name })}
          description={t('FINANCE.RECONCILIATION.LETTER_TEXT')}
        />
        <Group>
          <Button variant="subtle" leftSection={<IconArrowLeft size={16} aria-hidden />} onClick={onClose}>
            {t('FINANCE.RECONCILIATION.BACK')}
          </Button>
          <CopyButton value={letter}>
            {({ copied, copy }) => (
              <Button
                variant="default"
                leftSection={
                  copied ? <IconCheck size={16} aria-hidden /> : <IconCopy size={16} aria-hidden />
                }
                onClick={copy}
              >
                {t(copied ? 'COMMON.COPIED' : 'COMMON.COPY')}
              </Button>
            )}
          </CopyButton>
          <Button
            variant="default"
            leftSection={<IconPrinter size={16} aria-hidden />}
            onClick={() => window.print()}
          >
            {t('FINANCE.TAX_YEAR.PRINT')}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={16} aria-hidden />} onClick={download}>
            {t('FINANCE.RECONCILIATION.DOWNLOAD')}
          </Button>
        </Group>
      </div>
      <Paper withBorder p="lg" className={classes.letter} lang="it">
        {letter}
      </Paper>
    </Stack>
  );
}
