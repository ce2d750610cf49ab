/** What the dashboard shows below the first screen or now and then, as one file. */
export { AccountsPanel } from './accounts-panel';
export { ActualsPanel } from './actuals-panel';
export { ExportMenu } from './export-menu';
export { LimitsPanel } from './limits-panel';
export { TodoPanel } from './todo-panel';
