import type { BankFile, Given } from './bank-files.js';

const IBAN = 'IT60X0542811101000000123456';
const OPENING = 123_456;
const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const decimal = (cents: number, mark = '.'): string => {
  const digits = String(Math.abs(cents)).padStart(3, '0');
  return `${digits.slice(0, -2)}${mark}${digits.slice(-2)}`;
};
const compact = (day: string): string => day.replaceAll('-', '');
const short = (day: string): string => compact(day).slice(2);
const reversed = (day: string): string => `${day.slice(8)}${day.slice(5, 7)}${day.slice(2, 4)}`;
const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const closing = (ms: readonly Given[]): number => ms.reduce((sum, m) => sum + m.amountCents, OPENING);
const pieces = (text: string, length: number): string[] =>
  Array.from({ length: Math.ceil(text.length / length) }, (_, i) => text.slice(i * length, (i + 1) * length));

const camtBalance = (code: string, cents: number): string =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp><Amt Ccy="EUR">${decimal(cents)}</Amt><CdtDbtInd>${cents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd><Dt><Dt>2026-03-31</Dt></Dt></Bal>`;

/** One CAMT.053 document. @param version `02` writes the status as text, later ones as a code */
export const camt = (ms: readonly Given[], version = '08', iban = IBAN, id = 'S1'): string => {
  const status = Number(version) >= 8 ? '<Sts><Cd>BOOK</Cd></Sts>' : '<Sts>BOOK</Sts>';
  const entries = ms.map(
    (m) =>
      `<Ntry><Amt Ccy="EUR">${decimal(m.amountCents)}</Amt><CdtDbtInd>${m.amountCents < 0 ? 'DBIT' : 'CRDT'}</CdtDbtInd>${status}<BookgDt><Dt>${m.date}</Dt></BookgDt><ValDt><DtTm>${m.valueDate}T00:00:00+01:00</DtTm></ValDt><NtryDtls><TxDtls><Amt Ccy="EUR">1.00</Amt><RmtInf><Ustrd>${escaped(m.description)}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  );
  return `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.${version}"><BkToCstmrStmt><GrpHdr><MsgId>M1</MsgId></GrpHdr><Stmt><Id>${id}</Id><Acct><Id><IBAN>${iban}</IBAN></Id><Ccy>EUR</Ccy></Acct>${camtBalance('OPBD', OPENING)}${camtBalance('CLBD', closing(ms))}${entries.join('')}</Stmt></BkToCstmrStmt></Document>`;
};

const mtSign = (cents: number): string => (cents < 0 ? 'D' : 'C');

export const mt940 = (ms: readonly Given[]): string =>
  [
    '{1:F01BANKITMMAXXX0000000000}{2:I940BANKITMMXXXXN}{4:',
    ':20:STMT',
    `:25:${IBAN}EUR`,
    ':28C:1/1',
    `:60F:C260101EUR${decimal(OPENING, ',')}`,
    ...ms.flatMap((m) => {
      const details = pieces(m.description, 65);
      const line = `:61:${short(m.valueDate)}${compact(m.date).slice(4)}${mtSign(m.amountCents)}${decimal(m.amountCents, ',')}NTRFNONREF//B1`;
      return [line, ...details.map((piece, i) => `${i === 0 ? ':86:' : ''}${piece}`)];
    }),
    `:62F:${mtSign(closing(ms))}260331EUR${decimal(closing(ms), ',')}`,
    '-}',
  ].join('\r\n');

const ofxEntry = (m: Given): string =>
  `<STMTTRN><TRNTYPE>OTHER<DTPOSTED>${compact(m.date)}120000[+1:CET]<TRNAMT>${m.amountCents < 0 ? '-' : ''}${decimal(m.amountCents)}<FITID>1<NAME>${escaped(m.description)}</STMTTRN>`;

export const ofx = (ms: readonly Given[]): string =>
  `OFXHEADER:100\r\nDATA:OFXSGML\r\nVERSION:102\r\nENCODING:UTF-8\r\nCHARSET:NONE\r\n\r\n<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>EUR<BANKACCTFROM><BANKID>05428<ACCTID>000000123456</BANKACCTFROM><BANKTRANLIST>${ms.map(ofxEntry).join('\r\n')}</BANKTRANLIST><LEDGERBAL><BALAMT>${decimal(closing(ms))}<DTASOF>20260331</LEDGERBAL></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>`;

export const qif = (ms: readonly Given[], type: string): string =>
  [
    `!Type:${type}`,
    ...ms.flatMap((m) => [
      `D${m.date.slice(8)}/${m.date.slice(5, 7)}/${m.date.slice(0, 4)}`,
      `T${m.amountCents < 0 ? '-' : ''}${decimal(m.amountCents)}`,
      `P${m.description}`,
      '^',
    ]),
  ].join('\r\n');

const record = (text: string): string => text.padEnd(120).slice(0, 120);
const number = (value: number, length: number): string => String(value).padStart(length, '0');

export const cbi = (ms: readonly Given[]): string => {
  const amount = (cents: number): string => decimal(cents, ',').padStart(15, '0');
  const balance = (cents: number): string => `${mtSign(cents)}${amount(cents)}`;
  const movements = ms.flatMap((m, i) => {
    const head = `${number(1, 7)}${number(i + 1, 3)}`;
    return [
      record(
        ` 62${head}${reversed(m.valueDate)}${reversed(m.date)}${mtSign(m.amountCents)}${amount(m.amountCents)}4800`,
      ),
      ...pieces(m.description, 107).map((piece) => record(` 63${head}${piece}`)),
    ];
  });
  return [
    record(` RH0542812345310326NOMESUPPORTO`),
    record(
      ` 61${number(1, 7)}${' '.repeat(13)}0542893001${'CONTO CORRENTE'.padEnd(16)}CCX0542811101000000123456EUR010126${balance(OPENING)}IT60`,
    ),
    ...movements,
    record(` 64${number(1, 7)}EUR310326${balance(closing(ms))}`),
    record(` EF0542812345310326NOMESUPPORTO`),
  ].join('\r\n');
};

/** One writer for each format that a standard fixes. */
export const STANDARD_FILES: readonly BankFile[] = [
  { layout: 'camt', write: (ms) => bytes(camt(ms)) },
  { layout: 'mt940', write: (ms) => bytes(mt940(ms)) },
  { layout: 'ofx', noValueDate: true, write: (ms) => bytes(ofx(ms)) },
  { layout: 'qif', noValueDate: true, write: (ms) => bytes(qif(ms, 'Bank')) },
  { layout: 'qif-card', noValueDate: true, isCard: true, write: (ms) => bytes(qif(ms, 'CCard')) },
  { layout: 'cbi', write: (ms) => bytes(cbi(ms)) },
];
