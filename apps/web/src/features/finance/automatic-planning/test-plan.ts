/** A plan of the test household, and the page that shows it. */

import type { OptimizeResultBody, OptimizerRunDetail, PlannedTransfer } from '@fibado/contracts';
import { evaluate } from '@fibado/planning';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { problemOf, problemOperations } from '../shared/problem';
import { ids, testData } from '../shared/test-household';
import { showPage } from '../shared/test-page';
import { Component } from './automatic-planning-page';
import { withoutMovable } from './plan-model';

export const base = withoutMovable(
  problemOf(testData, '2027-01-01', testData.quarter.setups, problemOperations(testData.operations)),
  null,
);
export const transfer = (date: string, amountCents: number): PlannedTransfer => ({
  date,
  arrivalDate: date,
  fromAccountId: ids.main,
  toAccountId: ids.savings,
  amountCents,
  reason: 'RATE_GAIN',
  marginalCents: 1234,
});
export const transfers = [transfer('2027-01-05', 500_000), transfer('2027-02-01', 200_000)];
export const whole = evaluate(base, transfers);
export const none = evaluate(base);
export const first = evaluate(base, transfers.slice(0, 1));

export const result: OptimizeResultBody = {
  status: 'OPTIMAL',
  objectiveCents: whole.netReturnCents - 200,
  netReturnCents: whole.netReturnCents,
  baseline: { netReturnCents: none.netReturnCents, violations: [] },
  gainCents: whole.netReturnCents - none.netReturnCents,
  boundCents: whole.netReturnCents - 198,
  gapCents: 2,
  transfers,
  accounts: [],
  conflicts: [],
  solver: { engine: 'highs', version: '1', timeMs: 900, rows: 1, columns: 1, integers: 1, nodes: 1 },
  inputHash: 'hash',
};
export const RUN = '/api/finance/optimizer/runs';
export const runAs = (patch: Partial<OptimizerRunDetail>): OptimizerRunDetail => ({
  runId: ids.move,
  quarter: '2027-01-01',
  kind: 'PLAN',
  state: 'RUNNING',
  createdAt: '2027-01-01T08:00:00Z',
  createdBy: 'anna',
  options: {},
  inputHash: 'hash',
  repeatable: true,
  ...patch,
});
export const outcome = {
  status: 'OPTIMAL' as const,
  objectiveCents: 0,
  netReturnCents: 12_345,
  gainCents: 100,
  gapCents: 0,
  transfers: 2,
};
/** A run that is at work once and then has come to an end. */
export const run = (body: OptimizeResultBody, last: Partial<OptimizerRunDetail> = {}) => {
  const answers = [
    runAs({ progress: { phase: 'SOLVING', elapsedMs: 700, objectiveCents: 5000, boundCents: 6250 } }),
    runAs({ state: 'DONE', result: body, outcome: { ...outcome, status: body.status }, ...last }),
  ];
  return {
    [`GET ${RUN}?quarter=2027-01-01&page=0&size=10`]: { body: { items: [], total: 0, page: 0, size: 10 } },
    [`POST ${RUN}`]: { body: runAs({ state: 'QUEUED' }) },
    [`GET ${RUN}/${ids.move}`]: () => ({ body: answers.length > 1 ? answers.shift() : answers[0] }),
  };
};
export const open = (answers: Parameters<typeof showPage>[3] = {}, query = '') =>
  showPage(
    Component,
    `/fibado/dashboard/automatic-planning/2027-01-01${query}`,
    '/fibado/dashboard/automatic-planning/:date',
    answers,
  );
export const plan = async () => {
  await userEvent.click(await screen.findByRole('button', { name: 'Calcola il piano' }));
  return screen.findByRole('region', { name: 'Risultato' });
};
