/**
 * The length of functions, without blank lines and comments: 60 lines, and 100 for components and the hooks that hold
 * their state. Files with a longer one are named here with the reason; the rule then allows the length given and no more.
 */
export const FUNCTION_LINES = 60;
export const COMPONENT_LINES = 100;

const SCHEMA = 'creates the tables of one migration in their order';
const FIELDS = 'one form whose fields are listed in their order';
const ROWS = 'one table whose columns are listed in their order';
const READER = 'one pass over a format, whose steps share the state of the pass';

/** Path, longest function, reason. */
export const LONG_FUNCTIONS = [
  ['apps/api/src/finance/demo/family.ts', 95, 'a table of data: the accounts of the demonstration household'],
  [
    'apps/api/src/platform/database/embedded-postgres.ts',
    80,
    'the steps of one start, each undone by the next failure',
  ],
  ['apps/web/src/app/shell/user-menu.tsx', 117, 'one menu whose entries are listed in their order'],
  ['apps/web/src/features/admin/audit/audit-page.tsx', 141, ROWS],
  ['apps/web/src/features/admin/email-server/email-server-form.tsx', 118, FIELDS],
  ['apps/web/src/features/admin/email-server/mail-queue.tsx', 129, ROWS],
  ['apps/web/src/features/admin/groups/groups-page.tsx', 106, ROWS],
  ['apps/web/src/features/admin/tenants/tenants-page.tsx', 170, ROWS],
  ['apps/web/src/features/admin/users/user-form.tsx', 140, FIELDS],
  ['apps/web/src/features/admin/users/users-page.tsx', 197, ROWS],
  ['apps/web/src/features/finance/accounts/account-editor-page.tsx', 114, FIELDS],
  ['apps/web/src/features/finance/automatic-planning/transfers-table.tsx', 129, ROWS],
  ['apps/web/src/features/finance/import-data/import-history.tsx', 121, ROWS],
  ['apps/web/src/features/finance/import-data/mapping-dialog.tsx', 146, FIELDS],
  ['apps/web/src/features/finance/offer/offer-fields.tsx', 117, FIELDS],
  ['apps/web/src/features/finance/operations/recurrence-dialog.tsx', 156, FIELDS],
  ['apps/web/src/features/finance/quarter-setup/close-dialog.tsx', 125, FIELDS],
  ['apps/web/src/features/finance/scenarios/change-text.ts', 73, 'one sentence for each kind of change'],
  ['apps/web/src/features/finance/settings/settings-page.tsx', 194, FIELDS],
  [
    'apps/web/src/features/finance/shared/example-household.ts',
    105,
    'a table of data: the example household',
  ],
  ['apps/web/src/features/session/landing-page.tsx', 117, 'one page of fixed sections'],
  ['apps/web/src/features/session/sign-in-form.tsx', 144, FIELDS],
  ['migrations/src/1790000000000-create-identity.ts', 142, SCHEMA],
  ['migrations/src/1790000001000-create-finance.ts', 91, SCHEMA],
  ['migrations/src/1790000003000-add-administration.ts', 86, SCHEMA],
  ['packages/client/src/client.ts', 62, 'one closure: every function of the client shares its settings'],
  ['packages/optimizer/src/bounds/node-bounds.ts', 74, 'one iteration of the cutting-plane method'],
  ['packages/optimizer/src/household/household.ts', 82, 'one pass from a problem to its index'],
  ['packages/optimizer/src/insight/regret.ts', 70, 'the steps of one comparison, in their order'],
  ['packages/optimizer/src/optimize.ts', 86, 'the stages of one plan, in their order'],
  ['packages/spreadsheets/src/read/html.ts', 73, READER],
  ['packages/spreadsheets/src/read/xlsx.ts', 62, READER],
  ['packages/spreadsheets/src/statement/generic.ts', 71, READER],
];

const limit = (files, max) => ({
  files,
  ignores: [
    '**/*.test.{ts,tsx}',
    '**/test/**',
    '**/testing/**',
    '**/bench/**',
    '**/*.contract.ts',
    'apps/web/e2e/**',
  ],
  rules: { 'max-lines-per-function': ['error', { max, skipBlankLines: true, skipComments: true }] },
});

export const functionLengths = [
  limit(['{apps,packages}/**/*.{ts,mjs}', '{scripts,migrations}/**/*.{ts,mjs}'], FUNCTION_LINES),
  limit(['apps/web/src/**/*.tsx', 'apps/web/src/**/use-*.ts'], COMPONENT_LINES),
  ...LONG_FUNCTIONS.map(([file, max]) => limit([file], max)),
];
