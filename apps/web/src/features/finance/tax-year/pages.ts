/** The pages of a tax year as one chunk: each entry of its own splits what it shares with the dashboard once more. */
export { Component as ReconciliationPage } from '../reconciliation/reconciliation-page';
export { Component as YearEndPage } from '../year-end/year-end-page';
export { Component as TaxYearPage } from './tax-year-page';
