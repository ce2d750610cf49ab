import { optimizer } from '@fibado/contracts';
import { Alert, Button, Group, Paper, Progress, Text } from '@mantine/core';
import { IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { client } from '../../../lib/client';
import { errorMessage } from '../../../lib/errors';
import type { UnderWay } from './use-question';

/** Stands for the seconds until they are put in. */
const SECONDS = '#';

interface UnderWayBarProps {
  readonly underWay: UnderWay;
  /** The key of what is being done, for `{{seconds}}`. */
  readonly text: string;
  /** Its place in the queue while it waits, for `{{position}}`. */
  readonly position?: number | undefined;
  /** Scrolled to when it appears out of sight: what was pressed may stand far from it. */
  readonly inView?: boolean;
  readonly children?: ReactNode;
}

/** Something long under way: what, for how long, how much of its time is gone, and a button that stops it. */
export function UnderWayBar({ underWay, text, position, inView = false, children }: UnderWayBarProps) {
  const { t } = useTranslation();
  const seconds = String(Math.floor(underWay.elapsedMs / 1000));
  const [what = '', unit = ''] = t(text, { seconds: SECONDS, position }).split(SECONDS);
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
        value={Math.min(100, Math.round((underWay.elapsedMs / underWay.limitMs) * 100))}
        aria-label={t('FINANCE.PLANNING.PROGRESS')}
      />
      {children}
    </Paper>
  );
}

/** A question is mostly taken up at once: its place is asked for when it was not. */
const ASK_AFTER_MS = 1500;
const ASK_EVERY_MS = 2000;

/** The place in the queue of the household's first waiting question, while one is under way. */
function useQueuePosition(underWay: UnderWay | undefined): number | undefined {
  const enabled = underWay !== undefined && underWay.elapsedMs > ASK_AFTER_MS;
  const { data } = useQuery({
    queryKey: ['solver-queue'],
    queryFn: ({ signal }) => client.call(optimizer.queue, { signal }),
    enabled,
    refetchInterval: ASK_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return enabled ? data?.questions.position : undefined;
}

interface QuestionStateProps {
  readonly question: { readonly underWay: UnderWay | undefined; readonly error: unknown };
}

/** A question under way, or why it has no answer. Nothing while it was not asked or is answered. */
export function QuestionState({ question }: QuestionStateProps) {
  const { t } = useTranslation();
  const { underWay, error } = question;
  const position = useQueuePosition(underWay);
  if (underWay)
    return (
      <UnderWayBar
        underWay={underWay}
        text={position === undefined ? 'FINANCE.QUESTION.RUNNING' : 'FINANCE.QUESTION.WAITING'}
        position={position}
      />
    );
  if (error === undefined) return null;
  return (
    <Alert color="red" role="alert" title={t('FINANCE.QUESTION.FAILED')}>
      {errorMessage(error, t)}
    </Alert>
  );
}
