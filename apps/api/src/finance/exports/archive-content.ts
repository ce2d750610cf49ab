import {
  account,
  accountGroup,
  archivedLot,
  bank,
  declinedProposal,
  goal,
  instant,
  MAX_RECURRENCES,
  operation,
  person,
  recurrence,
  saveOperation,
  saveTermOffer,
  settingsShape,
  soundAccount,
  termOffer,
  type Output,
} from '@fibado/contracts';
import { MAX_GOALS } from '@fibado/planning';
import { z } from 'zod';
import { archivedImport, archivedMapping } from '../ledger/archived-import.js';
import { archivedPlan } from '../ledger/archived-plan.js';
import { archivedQuarter } from '../ledger/archived-quarter.js';
import { archivedRecurrence } from '../ledger/archived-recurrence.js';
import { archivedTaxYears } from '../tax-year/archived-tax-years.js';
import { archivedScenario } from '../scenarios/archived-scenario.js';

/** The rules of a contract that span fields, for what the archive holds with its id and version. */
const alsoSound = <T>(schema: z.ZodType<T>, rules: z.ZodType) =>
  schema.superRefine((value, ctx) => {
    const checked = rules.safeParse(value);
    for (const issue of checked.error?.issues ?? [])
      ctx.addIssue({ code: 'custom', path: issue.path, message: issue.message });
  });

export const ARCHIVE_FORMAT = 'fibado-household';

/** Everything of a household. Ids are kept: they are unique within a tenant, and the tenant is not in the archive. */
export const archiveContent = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  formatVersion: z.literal(1),
  exportedAt: instant,
  settings: settingsShape,
  banks: z.array(bank).max(1000),
  /** Absent from archives older than persons. */
  persons: z.array(person).max(1000).optional(),
  accountGroups: z.array(accountGroup.partial({ holderIds: true })).max(1000),
  accounts: z.array(alsoSound(account, soundAccount)).max(1000),
  /** Absent where there are none, and from archives older than term offers. */
  termOffers: z.array(alsoSound(termOffer, saveTermOffer)).max(1000).optional(),
  lots: z.array(archivedLot).max(10_000).optional(),
  /** Absent where there are none, and from archives older than goals. */
  goals: z.array(goal).max(MAX_GOALS).optional(),
  quarters: z.array(archivedQuarter).max(400),
  operations: z.array(alsoSound(operation, saveOperation)).max(500_000),
  imports: z.array(archivedImport),
  mappings: z.array(archivedMapping),
  plans: z.array(archivedPlan),
  /** Absent where there are none, and from archives older than scenarios. */
  scenarios: z.array(archivedScenario).optional(),
  /** Absent where there are none, and from archives older than recurrences. */
  recurrences: z.array(alsoSound(recurrence, archivedRecurrence)).max(MAX_RECURRENCES).optional(),
  /** Proposed recurrences a household declined; absent where there are none, and from archives older than this. */
  declinedProposals: z.array(declinedProposal).max(MAX_RECURRENCES).optional(),
  /** Absent where there are none, and from archives older than this. */
  taxYears: archivedTaxYears.optional(),
});
export type ArchiveContent = Output<typeof archiveContent>;
