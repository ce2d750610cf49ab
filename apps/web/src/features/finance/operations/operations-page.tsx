import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { Loaded } from '../shared/loaded';
import { useQuarterText } from '../shared/quarter-text';
import { useQuarterData } from '../shared/queries';
import { QuarterRoute } from '../shared/quarter-route';
import { QuarterTabs } from '../shared/quarter-tabs';
import { OperationEditor } from './operation-editor';

/** The editor of a quarter's operations. */
export function Component() {
  return <QuarterRoute>{(date) => <Page date={date} />}</QuarterRoute>;
}

function Page({ date }: { readonly date: string }) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const state = useQuarterData(date);
  return (
    <>
      <PageHeader
        title={t('FINANCE.OPERATIONS.TITLE', { quarter: quarterText(date) })}
        actions={<QuarterTabs date={date} current="operations" />}
      />
      <Loaded state={state}>{(data) => <OperationEditor data={data} />}</Loaded>
    </>
  );
}
