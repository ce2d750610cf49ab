import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { Loaded } from '../shared/loaded';
import { useQuarterText } from '../shared/quarter-text';
import { QuarterRoute } from '../shared/quarter-route';
import { QuarterTabs } from '../shared/quarter-tabs';
import { useQuarterData } from '../shared/queries';
import { Planner } from './planner';

/** Pianificazione automatica of a quarter. */
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
        title={t('FINANCE.PLANNING.TITLE', { quarter: quarterText(date) })}
        description={t('FINANCE.PLANNING.TEXT')}
        actions={<QuarterTabs date={date} current="planning" />}
      />
      <Loaded state={state}>{(data) => <Planner data={data} />}</Loaded>
    </>
  );
}
