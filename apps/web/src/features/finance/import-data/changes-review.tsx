import { Alert, Button, Group, Stack } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { formatInstant } from '../../../lib/day';
import type { Household } from '../shared/queries';
import { ChangesTable } from './changes-table';
import { FileSummary } from './file-summary';
import { bringsNothing } from './import-model';
import { MissingOperations } from './missing-operations';
import { type ReviewedImport, useChangesReview } from './use-changes-review';
import { VerdictFilter } from './verdict-filter';

interface ChangesReviewProps extends ReviewedImport {
  readonly household: Household;
  /** Reads the file otherwise; absent where there is no file. */
  readonly onLayout?: (layout: string) => void;
  readonly onMap?: () => void;
}

/** What a file would change: how it was read, what it says of itself, and a tick a row before anything is saved. */
export function ChangesReview({ household, onLayout, onMap, ...reviewed }: ChangesReviewProps) {
  const { t } = useTranslation();
  const review = useChangesReview(reviewed);
  const { changes, quarter, onDone } = reviewed;
  return (
    <Stack gap="sm">
      <FileSummary
        changes={changes}
        bookedAfterCents={review.bookedAfterCents}
        onLayout={onLayout}
        onMap={onMap}
      />
      {changes.file.importedAt !== undefined && (
        <Alert color="yellow">
          {t('FINANCE.IMPORT.ALREADY', { at: formatInstant(changes.file.importedAt) })}
        </Alert>
      )}
      {bringsNothing(changes) && <Alert color="teal">{t('FINANCE.IMPORT.NOTHING')}</Alert>}
      {changes.accountNames.length > 1 && (
        <Alert color="yellow">
          {t('FINANCE.IMPORT.SEVERAL_ACCOUNTS', { names: changes.accountNames.join(', ') })}
        </Alert>
      )}
      <VerdictFilter changes={changes} review={review} />
      <ChangesTable household={household} review={review} />
      <MissingOperations changes={changes} />
      <Group justify="flex-end">
        <Button variant="default" onClick={onDone}>
          {t('COMMON.CANCEL')}
        </Button>
        <Button
          disabled={review.ticks.size === 0 || changes.comparisonId === undefined}
          loading={review.isSaving}
          onClick={review.save}
        >
          {t('FINANCE.IMPORT.SAVE_N', { count: review.ticks.size, quarter })}
        </Button>
      </Group>
    </Stack>
  );
}
