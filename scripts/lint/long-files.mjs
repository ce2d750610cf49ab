/** The length of files, every line counted: 400. A longer one is named here with the reason and the length it is allowed. */
export const FILE_LINES = 400;

/** Path, lines, reason. */
export const LONG_FILES = [
  [
    'packages/contracts/src/openapi-examples.ts',
    480,
    'a table of data: an example of each schema in the document of the interface',
  ],
  [
    'packages/optimizer/test/support/plain-model.ts',
    480,
    'a judge that shares nothing with the optimizer and is read from top to bottom',
  ],
  [
    'packages/planning/test/support/reference.ts',
    900,
    'a judge that shares nothing with the referee and is read from top to bottom',
  ],
  [
    'packages/spreadsheets/test/support/bank-files.ts',
    1080,
    'a table of data: files as the banks write them',
  ],
  ['test/clients/command.test.mjs', 490, 'one household from nothing to a closed quarter, step after step'],
];

const limit = (files, max) => ({ files, rules: { 'max-lines': ['error', { max }] } });

export const fileLengths = [
  limit(['**/*.{ts,tsx,mjs,js,cjs}'], FILE_LINES),
  ...LONG_FILES.map(([file, max]) => limit([file], max)),
];
