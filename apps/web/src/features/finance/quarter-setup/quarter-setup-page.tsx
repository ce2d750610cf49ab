import { Stack } from '@mantine/core';
import { QuarterPage } from '../shared/quarter-page';
import { ReopenQuarter } from '../shared/reopen-quarter';
import { SetupEditor } from './setup-editor';

/** The accounts of a quarter with their openings and limits; where it is started, closed and reopened. */
export function Component() {
  return (
    <QuarterPage current="setup" texts="FINANCE.SETUP">
      {(data) => (
        <Stack gap="sm">
          <ReopenQuarter quarter={data.quarter} />
          {/* A quarter put into another state is edited from what it holds then. */}
          <SetupEditor key={data.quarter.state} data={data} />
        </Stack>
      )}
    </QuarterPage>
  );
}
