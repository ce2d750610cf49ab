import { insights, optimizeResult, type Output, planOutline } from '@fibado/contracts';
import type { Answer, Question } from '@fibado/optimizer';
import { z } from 'zod';

const scenarioAnswer = z.strictObject({
  inputHash: z.string(),
  plan: planOutline,
  reference: planOutline,
  worthCents: z.int(),
  exact: z.boolean(),
  /** The plan in full, for the day it becomes the quarter's. */
  result: optimizeResult,
});

const SCHEMAS = {
  LIMIT_PRICES: insights.limitPrices.response,
  WHY_NOT: insights.whyNot.response,
  FRONTIER: insights.frontier.response,
  OFFER: insights.offer.response,
  TERM_OFFERS: insights.termOffers.response,
  LOT_CHOICES: insights.lotChoices.response,
  GOALS: insights.goals.response,
  ROBUST: insights.robust.response,
  REGRET: insights.regret.response,
  SCENARIO: scenarioAnswer,
} satisfies Record<Question['kind'], z.ZodType>;

/** What a question of each kind is answered. */
export type Answers = { readonly [K in Question['kind']]: Output<(typeof SCHEMAS)[K]> };

const PARSERS: { readonly [K in Question['kind']]: z.ZodType<Answers[K]> } = SCHEMAS;

/** An answer as its column gives it back: a kind, and what the schema of the kind has yet to check. */
export type StoredAnswer = Pick<Answer, 'kind'> & { readonly value: object };

/** @throws Error when the answer is of another kind, or not what a question of this kind is answered. */
export function answerTo<K extends Question['kind']>(kind: K, stored: StoredAnswer): Answers[K] {
  if (stored.kind !== kind) throw new Error(`The answer to a question ${kind} is one to ${stored.kind}`);
  return PARSERS[kind].parse(stored.value);
}
