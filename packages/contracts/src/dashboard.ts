import { z } from 'zod';
import { accountGroup } from './account-groups.js';
import { account } from './accounts.js';
import { bank } from './banks.js';
import { endpoint } from './endpoint.js';
import { goal } from './goals.js';
import { lot } from './lots.js';
import { operation } from './operations.js';
import { day, quarterDate } from './primitives.js';
import { quarterInFull, quarterListItem, summary } from './quarters.js';
import type { Output } from './readonly.js';
import { recurrence } from './recurrences.js';
import { access } from './roles.js';
import { settingsShape } from './settings.js';
import { termOffer } from './term-offers.js';

const dashboardShape = z
  .strictObject({
    quarters: z.array(quarterListItem),
    banks: z.array(bank),
    accountGroups: z.array(accountGroup),
    accounts: z.array(account),
    settings: settingsShape,
    termOffers: z.array(termOffer),
    lots: z.array(lot),
    goals: z.array(goal),
    recurrences: z.array(recurrence),
    shown: z
      .strictObject({ quarter: quarterInFull, operations: z.array(operation), summary })
      .optional()
      .meta({ description: 'The quarter of the dashboard; absent while the household has none.' }),
  })
  .meta({ id: 'Dashboard' });
export type Dashboard = Output<typeof dashboardShape>;

export const dashboard = {
  get: endpoint({
    id: 'dashboard.get',
    method: 'GET',
    path: '/api/finance/dashboard/get/{today}',
    summary: 'Everything the dashboard shows, in one answer: what the single reads of its parts would answer',
    access: access.financeRead,
    params: z.strictObject({ today: day }),
    query: z.strictObject({
      quarter: quarterDate.optional().meta({
        description:
          'The quarter wanted. Without it, or if there is none such: that of today, else the last.',
      }),
    }),
    response: dashboardShape,
  }),
} as const;
