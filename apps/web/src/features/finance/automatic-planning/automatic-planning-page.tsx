import { OpenQuarter } from '../shared/open-quarter';
import { QuarterPage } from '../shared/quarter-page';
import { Planner } from './planner';

/** Pianificazione automatica of a quarter. */
export function Component() {
  return (
    <QuarterPage current="planning" texts="FINANCE.PLANNING" described>
      {(data) => <OpenQuarter data={data}>{() => <Planner data={data} />}</OpenQuarter>}
    </QuarterPage>
  );
}
