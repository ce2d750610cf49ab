import {
  account,
  accountGroup,
  bank,
  columnMapping,
  dropping,
  id,
  instant,
  MAX_RECURRENCES,
  MAX_SCENARIO_CHANGES,
  newRecurrence,
  operation,
  optimizeOptions,
  optimizeResult,
  problem,
  quarterDate,
  quarterState,
  recurrence,
  saveOperation,
  scenarioChange,
  settingsShape,
  setup,
  soundAccount,
  transfer,
} from '@fibado/contracts';
import { z } from 'zod';

const cents = z.int();
const hash = z.string().regex(/^[0-9a-f]{64}$/);

/** The rules of a contract that span fields, for what the archive holds with its id and version. */
const alsoSound = <T>(schema: z.ZodType<T>, rules: z.ZodType) =>
  schema.superRefine((value, ctx) => {
    const checked = rules.safeParse(value);
    for (const issue of checked.error?.issues ?? [])
      ctx.addIssue({ code: 'custom', path: issue.path, message: issue.message });
  });

export const archivedQuarter = z.strictObject({
  date: quarterDate,
  state: quarterState,
  initializedAt: instant,
  startedAt: instant.optional(),
  closedAt: instant.optional(),
  sealHash: hash.optional(),
  /** The problem as it was sealed, and as it was closed. */
  sealedProblem: problem.optional(),
  closedProblem: problem.optional(),
  /** The plan taken up last; absent from archives older than it. */
  acceptedPlan: z
    .strictObject({ acceptedAt: instant, runId: id.optional(), transfers: z.array(transfer) })
    .optional(),
  setups: z.array(setup),
  closings: z.array(
    z.strictObject({
      accountId: id,
      plannedClosingCents: cents,
      actualClosingCents: cents,
      computedNetInterestCents: cents,
      actualNetInterestCents: cents,
      computedStampDutyCents: cents,
      actualStampDutyCents: cents,
    }),
  ),
  version: z.int().min(1),
});
export type ArchivedQuarter = z.output<typeof archivedQuarter>;

export const archivedImport = z.strictObject({
  id,
  accountId: id,
  quarter: quarterDate,
  fileName: z.string().max(255),
  fileHash: hash,
  layout: z.string().max(60),
  createdAt: instant,
  createdBy: z.string().max(200),
  created: z.int().min(0),
  updated: z.int().min(0),
  revertedAt: instant.optional(),
  changes: z.array(
    z.strictObject({ operationId: id, before: operation.optional(), versionAfter: z.int().min(1) }),
  ),
});
export type ArchivedImport = z.output<typeof archivedImport>;

export const archivedMapping = z.strictObject({
  accountId: id,
  layout: z.string().max(60),
  mapping: columnMapping.optional(),
});
export type ArchivedMapping = z.output<typeof archivedMapping>;

export const archivedPlan = z.strictObject({
  id,
  quarter: quarterDate,
  createdAt: instant,
  createdBy: z.string().max(200),
  options: optimizeOptions.partial(),
  problemHash: hash,
  inputHash: hash,
  result: optimizeResult,
  acceptedAt: instant.optional(),
  staleSince: instant.optional(),
});
export type ArchivedPlan = z.output<typeof archivedPlan>;

/** What a run found is not put away: it is found again from the changes. */
export const archivedScenario = z.strictObject({
  id,
  quarter: quarterDate,
  name: z.string().max(120),
  changes: z.array(scenarioChange).max(MAX_SCENARIO_CHANGES),
  createdAt: instant,
  createdBy: z.string().max(200),
  promotedAt: instant.optional(),
  version: z.int().min(1),
});
export type ArchivedScenario = z.output<typeof archivedScenario>;

export const ARCHIVE_FORMAT = 'fibado-household';

/** A stored rule is sound when it is without its version. */
const archivedRecurrence = z.preprocess(
  (value) => (typeof value === 'object' && value !== null ? dropping('version')(value) : value),
  newRecurrence,
);

/** Everything of a household. Ids are kept: they are unique within a tenant, and the tenant is not in the archive. */
export const archiveContent = z.strictObject({
  format: z.literal(ARCHIVE_FORMAT),
  formatVersion: z.literal(1),
  exportedAt: instant,
  settings: settingsShape,
  banks: z.array(bank).max(1000),
  accountGroups: z.array(accountGroup).max(1000),
  accounts: z.array(alsoSound(account, soundAccount)).max(1000),
  quarters: z.array(archivedQuarter).max(400),
  operations: z.array(alsoSound(operation, saveOperation)).max(500_000),
  imports: z.array(archivedImport),
  mappings: z.array(archivedMapping),
  plans: z.array(archivedPlan),
  /** Absent where there are none, and from archives older than scenarios. */
  scenarios: z.array(archivedScenario).optional(),
  /** Absent where there are none, and from archives older than recurrences. */
  recurrences: z.array(alsoSound(recurrence, archivedRecurrence)).max(MAX_RECURRENCES).optional(),
});
export type ArchiveContent = z.output<typeof archiveContent>;
