import type { AppRoute } from '../../lib/route';

/** Id of the sidebar's group the finance pages stand in. */
const FIBADO = 'FIBADO';

const taxYearPages = () => import('./tax-year/pages');
const termPages = () => import('./term-deposits/pages');
const termOfferPage = async () => ({ Component: (await termPages()).OfferEditorPage });
const termLotPage = async () => ({ Component: (await termPages()).LotEditorPage });

/** The pages under /fibado. Each page is its own chunk; the group's role is asked by the route above. */
export const financeRoutes: readonly AppRoute[] = [
  {
    path: 'today',
    handle: { menu: true, idRoot: FIBADO, icon: 'home', label: 'FINANCE.MENU.TODAY' },
    lazy: () => import('./today/today-page'),
  },
  {
    path: 'dashboard',
    handle: { menu: true, idRoot: FIBADO, icon: 'chart-area-line', label: 'FINANCE.MENU.DASHBOARD' },
    children: [
      { index: true, lazy: () => import('./dashboard/dashboard-page') },
      {
        path: 'setup/:date',
        handle: { label: 'FINANCE.MENU.SETUP' },
        lazy: () => import('./quarter-setup/quarter-setup-page'),
      },
      {
        path: 'operation/edit/:date',
        handle: { label: 'FINANCE.MENU.OPERATIONS' },
        lazy: () => import('./operations/operations-page'),
      },
      {
        path: 'automatic-planning/:date',
        handle: { label: 'FINANCE.MENU.PLANNING' },
        lazy: () => import('./automatic-planning/automatic-planning-page'),
      },
      {
        path: 'scenarios/:date',
        handle: { label: 'FINANCE.MENU.SCENARIOS' },
        children: [
          { index: true, lazy: () => import('./scenarios/scenarios-page') },
          {
            path: 'create',
            handle: { label: 'FINANCE.MENU.SCENARIO_CREATE' },
            lazy: () => import('./scenarios/scenario-editor-page'),
          },
          {
            path: 'edit/:id',
            handle: { label: 'FINANCE.MENU.SCENARIO_EDIT' },
            lazy: () => import('./scenarios/scenario-editor-page'),
          },
        ],
      },
      {
        path: 'offer/:date',
        handle: { label: 'FINANCE.MENU.OFFER' },
        lazy: () => import('./offer/offer-page'),
      },
      {
        path: 'robust/:date',
        handle: { label: 'FINANCE.MENU.ROBUST' },
        lazy: () => import('./robust/robust-page'),
      },
      {
        path: 'regret/:date',
        handle: { label: 'FINANCE.MENU.REGRET' },
        lazy: () => import('./regret/regret-page'),
      },
    ],
  },
  {
    path: 'begin',
    handle: { label: 'FINANCE.MENU.BEGIN' },
    lazy: () => import('./begin/begin-page'),
  },
  {
    path: 'year',
    handle: { menu: true, idRoot: FIBADO, icon: 'calendar-stats', label: 'FINANCE.MENU.YEAR' },
    children: [
      { index: true, lazy: () => import('./year/year-page') },
      {
        path: 'goals/create',
        handle: { label: 'FINANCE.MENU.GOAL_CREATE' },
        lazy: () => import('./goals/goal-editor-page'),
      },
      {
        path: 'goals/edit/:id',
        handle: { label: 'FINANCE.MENU.GOAL_EDIT' },
        lazy: () => import('./goals/goal-editor-page'),
      },
    ],
  },
  {
    path: 'accounts',
    handle: { menu: true, idRoot: FIBADO, icon: 'credit-card', label: 'FINANCE.MENU.ACCOUNTS' },
    children: [
      { index: true, lazy: () => import('./accounts/accounts-page') },
      {
        path: 'view/:id',
        handle: { label: 'FINANCE.MENU.ACCOUNT' },
        lazy: () => import('./account/account-page'),
      },
      {
        path: 'edit/:id',
        handle: { label: 'FINANCE.MENU.ACCOUNT_EDIT' },
        lazy: () => import('./accounts/account-editor-page'),
      },
      {
        path: 'create',
        handle: { label: 'FINANCE.MENU.ACCOUNT_CREATE' },
        lazy: () => import('./accounts/account-editor-page'),
      },
    ],
  },
  {
    path: 'term-deposits',
    handle: { menu: true, idRoot: FIBADO, icon: 'stairs', label: 'FINANCE.MENU.TERM' },
    children: [
      { index: true, lazy: async () => ({ Component: (await termPages()).TermDepositsPage }) },
      { path: 'offers/create', handle: { label: 'FINANCE.MENU.TERM_OFFER_CREATE' }, lazy: termOfferPage },
      { path: 'offers/edit/:id', handle: { label: 'FINANCE.MENU.TERM_OFFER_EDIT' }, lazy: termOfferPage },
      { path: 'lots/create/:offer', handle: { label: 'FINANCE.MENU.TERM_LOT_CREATE' }, lazy: termLotPage },
      { path: 'lots/edit/:id', handle: { label: 'FINANCE.MENU.TERM_LOT_EDIT' }, lazy: termLotPage },
    ],
  },
  {
    path: 'banks',
    handle: { menu: true, idRoot: FIBADO, icon: 'building-bank', label: 'FINANCE.MENU.BANKS' },
    children: [
      { index: true, lazy: () => import('./banks/banks-page') },
      {
        path: 'edit/:id',
        handle: { label: 'FINANCE.MENU.BANK_EDIT' },
        lazy: () => import('./banks/bank-editor-page'),
      },
      {
        path: 'create',
        handle: { label: 'FINANCE.MENU.BANK_CREATE' },
        lazy: () => import('./banks/bank-editor-page'),
      },
    ],
  },
  {
    path: 'account-groups',
    handle: { menu: true, idRoot: FIBADO, icon: 'folders', label: 'FINANCE.MENU.GROUPS' },
    children: [
      { index: true, lazy: () => import('./account-groups/account-groups-page') },
      {
        path: 'edit/:id',
        handle: { label: 'FINANCE.MENU.GROUP_EDIT' },
        lazy: () => import('./account-groups/account-group-editor-page'),
      },
      {
        path: 'create',
        handle: { label: 'FINANCE.MENU.GROUP_CREATE' },
        lazy: () => import('./account-groups/account-group-editor-page'),
      },
    ],
  },
  {
    path: 'import-data',
    handle: { menu: true, idRoot: FIBADO, icon: 'file-import', label: 'FINANCE.MENU.IMPORT' },
    children: [
      { index: true, lazy: () => import('./import-data/import-data-page') },
      {
        path: 'connection',
        handle: { label: 'FINANCE.CONNECTION.MENU' },
        lazy: () => import('./import-data/connection-page'),
      },
    ],
  },
  {
    path: 'recurrences',
    handle: { menu: true, idRoot: FIBADO, icon: 'repeat', label: 'FINANCE.MENU.RECURRENCES' },
    lazy: () => import('./recurrences/recurrences-page'),
  },
  {
    path: 'tax-year',
    handle: { menu: true, idRoot: FIBADO, icon: 'receipt-tax', label: 'FINANCE.MENU.TAX_YEAR' },
    children: [
      { index: true, lazy: async () => ({ Component: (await taxYearPages()).TaxYearPage }) },
      {
        path: 'year-end',
        handle: { label: 'FINANCE.MENU.YEAR_END' },
        lazy: async () => ({ Component: (await taxYearPages()).YearEndPage }),
      },
      {
        path: 'reconciliation',
        handle: { label: 'FINANCE.MENU.RECONCILIATION' },
        lazy: async () => ({ Component: (await taxYearPages()).ReconciliationPage }),
      },
    ],
  },
  {
    path: 'settings',
    handle: { menu: true, idRoot: FIBADO, icon: 'settings', label: 'FINANCE.MENU.SETTINGS' },
    children: [
      { index: true, lazy: () => import('./settings/settings-page') },
      {
        path: 'webhooks',
        handle: { label: 'FINANCE.WEBHOOKS.TITLE' },
        lazy: () => import('./settings/webhooks-page'),
      },
    ],
  },
];
