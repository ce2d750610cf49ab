/** The pages of term deposits as one chunk: each entry of its own splits what it shares with the dashboard once more. */
export { Component as LotEditorPage } from './lot-editor-page';
export { Component as OfferEditorPage } from './offer-editor-page';
export { Component as TermDepositsPage } from './term-deposits-page';
