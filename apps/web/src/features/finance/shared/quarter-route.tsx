import { isQuarterStart } from '@fibado/planning';
import type { ReactNode } from 'react';
import { useParams } from 'react-router-dom';
import { NotThere } from './not-there';

/** The quarter a page's address names; an address that names none leads nowhere. */
export function QuarterRoute({ children }: { readonly children: (date: string) => ReactNode }) {
  const { date } = useParams();
  if (!isQuarterStart(date)) return <NotThere back="/fibado/dashboard" />;
  return <div key={date}>{children(date)}</div>;
}
