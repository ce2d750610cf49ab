import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byDate, day, id, instant } from './primitives.js';
import { MAX_UPLOAD_BYTES } from './quarters.js';
import { access, isPublic } from './roles.js';
import { pathYear } from './tax-year.js';

const WORKBOOK = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
const language = z.strictObject({ language: z.enum(['it', 'en']).default('it') });

/** The private address of the calendar of transfers; knowing it is enough to read it, until it is renewed or revoked, or its member may read no more. */
const feed = z.strictObject({ url: z.string().optional(), createdAt: instant.optional() });

export const dataExports = {
  quarterWorkbook: endpoint({
    id: 'exports.quarterWorkbook',
    method: 'GET',
    path: '/api/finance/exports/quarter-workbook/{date}',
    summary: 'A quarter as a workbook: accounts, operations, plan, and a summary with formulas',
    access: access.financeRead,
    params: byDate,
    query: language,
    download: WORKBOOK,
    errors: ['NOT_FOUND'],
  }),
  quarterCsv: endpoint({
    id: 'exports.quarterCsv',
    method: 'GET',
    path: '/api/finance/exports/quarter-csv/{date}',
    summary: 'The operations of a quarter as CSV, one row for each account a movement touches',
    access: access.financeRead,
    params: byDate,
    query: language,
    download: 'text/csv',
    errors: ['NOT_FOUND'],
  }),
  setupsTemplate: endpoint({
    id: 'exports.setupsTemplate',
    method: 'GET',
    path: '/api/finance/exports/setups-template/{date}',
    summary: 'A workbook with the accounts of a quarter to fill in and send to import-setups',
    access: access.financeRead,
    params: byDate,
    query: language,
    download: WORKBOOK,
    errors: ['NOT_FOUND'],
  }),
  iseeWorkbook: endpoint({
    id: 'exports.iseeWorkbook',
    method: 'GET',
    path: '/api/finance/exports/isee/{year}',
    summary: "A calendar year's ISEE dossier as a workbook: panel FC2, its sums and their rules",
    access: access.financeRead,
    params: pathYear,
    query: language,
    download: WORKBOOK,
  }),
  creditTransfers: endpoint({
    id: 'exports.creditTransfers',
    method: 'GET',
    path: '/api/finance/exports/credit-transfers/{date}',
    summary: 'The transfers still to make as ISO 20022 pain.001, for banks that take it',
    access: access.financeRead,
    params: byDate,
    query: z.strictObject({ accountId: id.optional(), from: day.optional(), to: day.optional() }),
    download: 'application/xml',
    errors: ['NOT_FOUND', 'NOTHING_TO_EXPORT', 'IBAN_MISSING'],
  }),
  calendarFeed: endpoint({
    id: 'exports.calendarFeed',
    // Asked for by name, the address is told or a step-up wanted; else it is left out where it takes one.
    query: z.strictObject({ show: z.enum(['true', 'false']).default('false') }),
    method: 'GET',
    path: '/api/finance/exports/calendar-feed',
    summary:
      "The member's private address of the calendar of transfers: told after a step-up, and to no API key",
    access: access.financeWrite,
    response: feed,
    errors: ['STEP_UP_REQUIRED'],
  }),
  renewCalendarFeed: endpoint({
    id: 'exports.renewCalendarFeed',
    stepUp: true,
    method: 'POST',
    path: '/api/finance/exports/calendar-feed',
    summary: 'Make a new private address of the member; the one before stops working. Not by an API key',
    access: access.financeWrite,
    response: feed,
  }),
  revokeCalendarFeed: endpoint({
    id: 'exports.revokeCalendarFeed',
    method: 'DELETE',
    path: '/api/finance/exports/calendar-feed',
    summary: 'Make the private address stop working',
    access: access.financeWrite,
  }),
  calendar: endpoint({
    id: 'exports.calendar',
    method: 'GET',
    path: '/api/finance/exports/calendar/{secret}/fibado.ics',
    summary: 'The transfers to make as iCalendar, authorized by the secret address',
    access: isPublic,
    params: z.strictObject({ secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/) }),
    download: 'text/calendar',
    errors: ['NOT_FOUND'],
  }),
  archive: endpoint({
    id: 'exports.archive',
    stepUp: true,
    method: 'GET',
    path: '/api/finance/exports/archive',
    summary: 'Everything of the household as one archive',
    access: access.financeWrite,
    download: 'application/zip',
  }),
  loadArchive: endpoint({
    id: 'exports.loadArchive',
    method: 'POST',
    path: '/api/finance/exports/load-archive',
    summary: 'Load an archive into a household that holds nothing yet',
    access: access.financeWrite,
    file: { field: 'file', maxBytes: MAX_UPLOAD_BYTES, required: true },
    response: z.strictObject({
      banks: z.int(),
      accountGroups: z.int(),
      accounts: z.int(),
      quarters: z.int(),
      operations: z.int(),
    }),
    errors: ['ALREADY_EXISTS', 'FILE_EMPTY', 'FILE_UNREADABLE', 'FILE_TOO_COMPLEX', 'FILE_CELL'],
  }),
} as const;
