import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../components/page-header';
import { errorCode } from '../../../lib/errors';
import { Loaded } from './loaded';
import { NotThere } from './not-there';
import { type QuarterData, useQuarterData } from './queries';
import { QuarterRoute } from './quarter-route';
import { QuarterTabs, type QuarterTab } from './quarter-tabs';
import { useQuarterText } from './quarter-text';

interface QuarterPageProps {
  readonly current: QuarterTab;
  /** The texts' branch: its TITLE with `{{quarter}}`, and its TEXT where `described`. */
  readonly texts: string;
  readonly described?: boolean;
  readonly children: (data: QuarterData) => ReactNode;
}

/** One page of the quarter its address names: title, the way to the quarter's other pages, and what was fetched. */
export function QuarterPage(props: QuarterPageProps) {
  return <QuarterRoute>{(date) => <Page {...props} date={date} />}</QuarterRoute>;
}

function Page({
  date,
  current,
  texts,
  described = false,
  children,
}: QuarterPageProps & { readonly date: string }) {
  const { t } = useTranslation();
  const quarterText = useQuarterText();
  const state = useQuarterData(date);
  if (state.data === undefined && errorCode(state.error) === 'NOT_FOUND')
    return (
      <NotThere
        title={t('FINANCE.QUARTER.ABSENT', { quarter: quarterText(date) })}
        back="/fibado/dashboard"
      />
    );
  return (
    <>
      <QuarterTabs date={date} current={current} />
      <PageHeader
        title={t(`${texts}.TITLE`, { quarter: quarterText(date) })}
        description={described ? t(`${texts}.TEXT`) : undefined}
      />
      <Loaded state={state}>{children}</Loaded>
    </>
  );
}
