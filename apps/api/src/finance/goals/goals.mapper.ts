import type { BodyOf, Goal, goals } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { GoalEntity } from './goal.entity.js';

export function toGoal({ id, name, date, amountCents, accountIds, version }: GoalEntity): Goal {
  return { id, name, date, amountCents, accountIds: orAbsent(accountIds), version };
}

export function toGoalRow(
  { name, date, amountCents, accountIds }: BodyOf<typeof goals.save>,
  key: { tenantId: string; id: string; version: number },
): GoalEntity {
  return { ...key, name, date, amountCents, accountIds: orNull(accountIds) };
}
