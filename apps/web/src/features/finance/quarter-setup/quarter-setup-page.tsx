import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { Loaded } from '../shared/loaded';
import { useQuarterText } from '../shared/quarter-text';
import { QuarterRoute } from '../shared/quarter-route';
import { QuarterTabs } from '../shared/quarter-tabs';
import { useQuarterData } from '../shared/queries';
import { SetupEditor } from './setup-editor';

/** The accounts of a quarter with their openings and limits; where it is started and closed. */
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
        title={t('FINANCE.SETUP.TITLE', { quarter: quarterText(date) })}
        actions={<QuarterTabs date={date} current="setup" />}
      />
      <Loaded state={state}>{(data) => <SetupEditor data={data} />}</Loaded>
    </>
  );
}
