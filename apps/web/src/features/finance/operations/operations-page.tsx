import { QuarterPage } from '../shared/quarter-page';
import { OperationEditor } from './operation-editor';

/** The editor of a quarter's operations. */
export function Component() {
  return (
    <QuarterPage current="operations" texts="FINANCE.OPERATIONS">
      {(data) => <OperationEditor data={data} />}
    </QuarterPage>
  );
}
