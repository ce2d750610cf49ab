import { type Choice, type ShownPlan, transferKey } from './plan-model';

/** The plan on screen, what the household chose of it, and a better one its run has found meanwhile. */
export interface PlanState {
  readonly shown?: ShownPlan | undefined;
  /** Found since the household began to choose among the transfers shown: it is offered and replaces nothing. */
  readonly better?: ShownPlan | undefined;
  readonly choices: ReadonlyMap<string, Choice>;
  /** Whether anything was chosen since the plan came. */
  readonly isTouched: boolean;
}

export type PlanAction =
  /** A plan the household asked to see. */
  | { readonly type: 'show'; readonly plan: ShownPlan }
  /** A plan the run in progress has come to. */
  | { readonly type: 'offer'; readonly plan: ShownPlan }
  | { readonly type: 'takeBetter' }
  | { readonly type: 'choose'; readonly choices: readonly (readonly [key: string, choice: Choice])[] }
  | { readonly type: 'clear' };

export const NO_PLAN: PlanState = { choices: new Map(), isTouched: false };

const isSameRun = (a: ShownPlan | undefined, b: ShownPlan): boolean =>
  a !== undefined && a.runId !== undefined && a.runId === b.runId;

const keysOf = ({ result }: ShownPlan): string => result.transfers.map(transferKey).sort().join();

/** A transfer fixed before stays fixed when it comes back; the rest starts switched on. */
const shownAnew = ({ choices }: PlanState, shown: ShownPlan): PlanState => ({
  shown,
  choices: new Map([...choices].filter(([, choice]) => choice === 'FIXED')),
  isTouched: false,
});

export function planReducer(state: PlanState, action: PlanAction): PlanState {
  switch (action.type) {
    case 'show':
      return shownAnew(state, action.plan);
    case 'offer': {
      const { shown, isTouched } = state;
      if (shown === undefined || !isSameRun(shown, action.plan)) return shownAnew(state, action.plan);
      if (isTouched && keysOf(shown) !== keysOf(action.plan)) return { ...state, better: action.plan };
      return { ...state, shown: action.plan, better: undefined };
    }
    case 'takeBetter':
      return state.better === undefined ? state : shownAnew(state, state.better);
    case 'choose':
      return { ...state, choices: new Map([...state.choices, ...action.choices]), isTouched: true };
    case 'clear':
      return NO_PLAN;
  }
}
