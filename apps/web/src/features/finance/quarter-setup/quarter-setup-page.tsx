import { QuarterPage } from '../shared/quarter-page';
import { SetupEditor } from './setup-editor';

/** The accounts of a quarter with their openings and limits; where it is started and closed. */
export function Component() {
  return (
    <QuarterPage current="setup" texts="FINANCE.SETUP">
      {(data) => <SetupEditor data={data} />}
    </QuarterPage>
  );
}
