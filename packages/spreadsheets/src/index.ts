export { compareMovements } from './compare/compare-movements.js';
export { confirmedByHand } from './compare/propose.js';
export { recogniseText } from './compare/recognise.js';
export * from './errors.js';
export { listLayouts } from './layouts/index.js';
export { provenanceRows, SEARCHED, WITHOUT_LAYOUT } from './layouts/provenance.js';
export * from './limits.js';
export { previewFile, readStatement } from './read-statement.js';
export { LAYOUT_AUTO } from './statement/detect.js';
export type * from './types.js';
export {
  creditTransfersXml,
  type CreditTransfer,
  type CreditTransferMessage,
  type PaymentAccount,
} from './write/credit-transfers.js';
export { type IseeExport, iseeWorkbook } from './write/isee-workbook.js';
export { quarterCsv } from './write/quarter-csv.js';
export { quarterWorkbook, type QuarterExport } from './write/quarter-workbook.js';
export type { Language } from './write/words.js';
export { readSetups } from './setups/read-setups.js';
export { setupsTemplate, type TemplateSetup } from './setups/write-template.js';
