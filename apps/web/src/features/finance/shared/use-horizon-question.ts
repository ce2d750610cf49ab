import { quarterOf, type QuarterDate } from '@fibado/planning';
import { useQuery } from '@tanstack/react-query';
import { today as todayOf } from '../../../lib/day';
import { quartersQuery, settingsQuery } from './queries';
import { useQuestion } from './use-question';

interface HorizonBody {
  readonly quarter: QuarterDate;
  readonly options: { readonly timeLimitMs: number; readonly horizonQuarters: number };
}

/**
 * A question about the quarters from today on, as many as the settings plan. It can be asked while the quarter of today is open.
 * @param send asks the API.
 */
export function useHorizonQuestion<Answer>(
  limitMs: number,
  send: (body: HorizonBody, signal: AbortSignal) => Promise<Answer>,
) {
  const quarter = quarterOf(todayOf());
  const { data: quarters } = useQuery(quartersQuery());
  const { data: settings } = useQuery(settingsQuery());
  const question = useQuestion(limitMs, (horizonQuarters: number, signal) =>
    send({ quarter, options: { timeLimitMs: limitMs, horizonQuarters } }, signal),
  );
  const isOpen = quarters?.some(({ date, state }) => date === quarter && state !== 'CLOSED') ?? false;
  return {
    question,
    settings,
    isOpen,
    /** Nothing is known of the household yet. */
    isLoading: quarters === undefined || settings === undefined,
    canAsk: isOpen && settings !== undefined && question.underWay === undefined,
    ask: () => settings && question.ask(settings.horizonQuarters),
  };
}
