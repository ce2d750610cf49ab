import { Alert, Button, Group, Paper, Progress, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorMessage } from '../../../lib/errors';
import type { UnderWay } from './use-question';

/** Stands for the seconds until they are put in. */
const SECONDS = '#';

interface UnderWayBarProps {
  readonly underWay: UnderWay;
  /** The key of what is being done, for `{{seconds}}`. */
  readonly text: string;
  /** Scrolled to when it appears out of sight: what was pressed may stand far from it. */
  readonly inView?: boolean;
  readonly children?: ReactNode;
}

/** Something long under way: what, for how long, how much of its time is gone, and a button that stops it. */
export function UnderWayBar({ underWay, text, inView = false, children }: UnderWayBarProps) {
  const { t } = useTranslation();
  const seconds = String(Math.floor(underWay.elapsedMs / 1000));
  const [what = '', unit = ''] = t(text, { seconds: SECONDS }).split(SECONDS);
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const place = inView ? box.current?.getBoundingClientRect() : undefined;
    // To the top, for the answer will stand where the bar does and go on below it.
    if (place && (place.top < 0 || place.bottom > window.innerHeight))
      box.current?.scrollIntoView({ block: 'start' });
  }, [inView]);
  return (
    <Paper withBorder p="md" ref={box} style={{ scrollMarginBlockStart: '6rem' }}>
      <Group justify="space-between" mb="xs" wrap="nowrap">
        <Text size="sm" role="status">
          {what}
          {/* Seen, but not read out once a second. */}
          <span aria-hidden>
            {seconds}
            {unit}
          </span>
        </Text>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlayerStop size={14} aria-hidden />}
          onClick={underWay.cancel}
        >
          {t('COMMON.CANCEL')}
        </Button>
      </Group>
      <Progress
        animated
        value={Math.min(100, (underWay.elapsedMs / underWay.limitMs) * 100)}
        aria-label={t('FINANCE.PLANNING.PROGRESS')}
      />
      {children}
    </Paper>
  );
}

interface QuestionStateProps {
  readonly question: { readonly underWay: UnderWay | undefined; readonly error: unknown };
}

/** A question under way, or why it has no answer. Nothing while it was not asked or is answered. */
export function QuestionState({ question }: QuestionStateProps) {
  const { t } = useTranslation();
  const { underWay, error } = question;
  if (underWay) return <UnderWayBar underWay={underWay} text="FINANCE.QUESTION.RUNNING" />;
  if (error === undefined) return null;
  return (
    <Alert color="red" role="alert" title={t('FINANCE.QUESTION.FAILED')}>
      {errorMessage(error, t)}
    </Alert>
  );
}
