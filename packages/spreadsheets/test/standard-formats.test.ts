import { FileError, previewFile, readStatement, type ReadOptions } from '../src/index.js';
import type { Given } from './support/bank-files.js';
import { camt, cbi, mt940, ofx, qif } from './support/standard-files.js';
import { pack } from './fuzz/mutate.js';

const IBAN = 'IT60X0542811101000000123456';
const OTHER = 'IT42W0800000292100645211151';
const bytes = (...lines: readonly string[]): Uint8Array => new TextEncoder().encode(lines.join('\n'));
const GIVEN: readonly Given[] = [
  { date: '2026-01-02', valueDate: '2026-01-02', amountCents: 215_000, description: 'Stipendio' },
  { date: '2026-01-07', valueDate: '2026-01-05', amountCents: -4_990, description: 'Spesa' },
];
const read = async (file: Uint8Array, options: ReadOptions = {}) => {
  const statement = await readStatement(file, options);
  const rows = statement.rows.map((row) =>
    row.state === 'ERROR'
      ? row.issue.code
      : [
          row.state,
          row.movement?.date,
          row.movement?.valueDate,
          row.movement?.amountCents,
          row.movement?.description,
        ],
  );
  return { ...statement, rows };
};
const refusal = (file: Uint8Array, options: ReadOptions = {}): Promise<unknown> =>
  readStatement(file, options).then(
    () => 'READ',
    (error: unknown) => (error instanceof FileError ? [error.code, ...error.params] : error),
  );

describe('CAMT', () => {
  it.each(['02', '03', '04', '06', '08', '10', '12'])(
    'version 001.%s is read with its balances',
    async (version) => {
      const statement = await read(bytes(camt(GIVEN, version)));
      expect(statement.rows).toEqual([
        ['BOOKED', '2026-01-02', '2026-01-02', 215_000, 'Stipendio'],
        ['BOOKED', '2026-01-07', '2026-01-05', -4_990, 'Spesa'],
      ]);
      expect(statement).toMatchObject({
        format: 'CAMT',
        openingBalanceCents: 123_456,
        closingBalanceCents: 333_466,
        accountNames: [IBAN],
        checks: [{ kind: 'BALANCES', ok: true }],
      });
    },
  );

  it('a report within the day, with pending entries, prefixes and another party', async () => {
    const report = `<?xml version="1.0"?><ns2:Document xmlns:ns2="urn:iso:std:iso:20022:tech:xsd:camt.052.001.02"><ns2:BkToCstmrAcctRpt><ns2:Rpt><ns2:Id>R</ns2:Id><ns2:Acct><ns2:Id><ns2:Othr><ns2:Id>1234</ns2:Id></ns2:Othr></ns2:Id></ns2:Acct>
      <ns2:Ntry><ns2:Amt Ccy="EUR">12.5</ns2:Amt><ns2:CdtDbtInd>DBIT</ns2:CdtDbtInd><ns2:Sts>BOOK</ns2:Sts><ns2:BookgDt><ns2:Dt>2026-01-02</ns2:Dt></ns2:BookgDt><ns2:NtryDtls><ns2:TxDtls><ns2:RltdPties><ns2:Dbtr><ns2:Nm>Anna</ns2:Nm></ns2:Dbtr><ns2:Cdtr><ns2:Nm>Enel</ns2:Nm></ns2:Cdtr></ns2:RltdPties><ns2:RmtInf><ns2:Ustrd>Bolletta</ns2:Ustrd></ns2:RmtInf></ns2:TxDtls></ns2:NtryDtls></ns2:Ntry>
      <ns2:Ntry><ns2:Amt Ccy="EUR">1</ns2:Amt><ns2:CdtDbtInd>CRDT</ns2:CdtDbtInd><ns2:Sts>PDNG</ns2:Sts><ns2:BookgDt><ns2:Dt>2026-01-02</ns2:Dt></ns2:BookgDt><ns2:AddtlNtryInf>Storno</ns2:AddtlNtryInf></ns2:Ntry>
      <ns2:Ntry><ns2:Amt Ccy="CHF">1</ns2:Amt><ns2:CdtDbtInd>CRDT</ns2:CdtDbtInd><ns2:Sts>BOOK</ns2:Sts><ns2:BookgDt><ns2:Dt>2026-01-02</ns2:Dt></ns2:BookgDt></ns2:Ntry>
      </ns2:Rpt></ns2:BkToCstmrAcctRpt></ns2:Document>`;
    expect((await read(bytes(report))).rows).toEqual([
      ['BOOKED', '2026-01-02', '2026-01-02', -1_250, 'Enel Bolletta'],
      ['PENDING', '2026-01-02', '2026-01-02', 100, 'Storno'],
      'CURRENCY_NOT_EURO',
    ]);
  });

  it('a balance that its entries do not reach is a difference with its row', async () => {
    const file = bytes(camt(GIVEN).replace('<Amt Ccy="EUR">49.90</Amt>', '<Amt Ccy="EUR">49.91</Amt>'));
    expect(await refusal(file)).toEqual(['FILE_CHECKSUM', '4', 'BALANCES', '333466', '333465']);
  });

  it('several accounts in one file: the one of the IBAN, else the person says which', async () => {
    const both =
      camt(GIVEN).replace('</BkToCstmrStmt></Document>', '') +
      /<Stmt>[^]*<\/Stmt>/.exec(camt(GIVEN.slice(1), '08', OTHER, 'S2'))?.[0] +
      '</BkToCstmrStmt></Document>';
    expect((await read(bytes(both), { iban: OTHER })).rows).toHaveLength(1);
    expect((await read(bytes(both), { iban: IBAN })).checks).toMatchObject([{ kind: 'BALANCES', ok: true }]);
    expect(await refusal(bytes(both))).toEqual(['FILE_WRONG_ACCOUNT', IBAN, OTHER]);
    expect(await refusal(bytes(both), { iban: 'IT40S0542811101000000123457' })).toEqual([
      'FILE_WRONG_ACCOUNT',
      IBAN,
      OTHER,
    ]);
    const preview = await previewFile(bytes(both));
    expect(preview.ibans.toSorted()).toEqual([OTHER, IBAN].sort());
    expect(preview.closing).toBeUndefined();
  });

  it('a preview says the closing balance the file states', async () => {
    const statement = await read(bytes(camt(GIVEN)));
    expect(statement.closingBalanceCents).toEqual(expect.any(Number));
    expect((await previewFile(bytes(camt(GIVEN)))).closing).toEqual({
      date: statement.period.to,
      balanceCents: statement.closingBalanceCents,
    });
  });

  it('an archive of one statement a day, the same one once', async () => {
    const document = (text: string): Uint8Array => bytes(text);
    const archive = await pack(
      new Map([
        ['2.xml', document(camt(GIVEN, '02', IBAN, 'S1'))],
        ['1.xml', document(camt(GIVEN, '02', IBAN, 'S1'))],
        ['3.xml', document(camt(GIVEN.slice(1), '02', IBAN, 'S2'))],
      ]),
    );
    const statement = await read(archive);
    expect(statement.rows).toHaveLength(3);
    expect(statement.checks).toMatchObject([
      { kind: 'BALANCES', ok: true },
      // The second statement does not begin where the first one ends.
      { kind: 'RUNNING_BALANCE', ok: false },
    ]);
    expect(await refusal(await pack(new Map([['a.xml', bytes('<x/>')]])))).toEqual(['FILE_LAYOUT_UNKNOWN']);
  });

  it('no entities', async () => {
    const entity = camt(GIVEN).replace(
      '<Document',
      '<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><Document',
    );
    expect(await refusal(bytes(entity))).toEqual(['FILE_EXTERNAL_LINKS']);
  });
});

describe('MT940 and MT942', () => {
  it('reversals, days around the new year, numbered details', async () => {
    const statement = await read(
      bytes(
        ':20:X',
        ':25:05428/11101/000000123456',
        ':28C:1',
        ':60F:C251230EUR100,00',
        ':61:2601021231D10,00NDDTNONREF',
        ':86:005?00ADDEBITO?20EREF+1?21Bolletta?32Enel?33 Energia',
        ':61:2512310102RC5,NTRFRIF//B',
        'supplemento',
        ':61:251231RD2,5NTRF',
        ':62F:C251231EUR87,50',
        '-',
      ),
      { iban: IBAN },
    );
    expect(statement.rows).toEqual([
      ['BOOKED', '2025-12-31', '2026-01-02', -1_000, 'Enel Energia EREF+1Bolletta'],
      ['BOOKED', '2026-01-02', '2025-12-31', -500, 'RIF B supplemento'],
      ['BOOKED', '2025-12-31', '2025-12-31', 250, 'Movimento'],
    ]);
    expect(statement.checks).toMatchObject([{ kind: 'BALANCES', ok: true, expected: 8_750 }]);
  });

  it('a day of MT942, and what is only expected is pending', async () => {
    const { rows } = await read(
      bytes(
        ':20:X',
        ':25:123',
        ':28C:1',
        ':34F:EUR0,',
        ':13D:2601021200+0100',
        ':61:260102C1,00NTRFA',
        ':61:260102ED2,00NTRFB',
      ),
    );
    expect(rows.map((row) => row[0])).toEqual(['BOOKED', 'PENDING']);
  });

  it('statements of several days are one account’s year, each checked', async () => {
    const wrong = mt940(GIVEN).replace('49,90', '49,91');
    expect(await refusal(bytes(wrong))).toMatchObject({ 0: 'FILE_CHECKSUM', 2: 'BALANCES' });
    expect(await refusal(bytes(':20:X', ':25:1', ':60F:C260101EUR1,00', ':61:kaputt'))).toEqual([
      'FILE_CELL',
      '4',
      '61',
    ]);
  });
});

describe('OFX', () => {
  it('version 2 is read like version 1', async () => {
    const xml = ofx(GIVEN)
      .replace(/^[^]*<OFX>/, '<?xml version="1.0"?><?OFX OFXHEADER="200" VERSION="211"?><OFX>')
      .replaceAll(
        /<(TRNTYPE|DTPOSTED|TRNAMT|FITID|NAME|CURDEF|BANKID|ACCTID|BALAMT|DTASOF)>([^<]*)/g,
        '<$1>$2</$1>',
      );
    const [one, two] = [await read(bytes(ofx(GIVEN))), await read(bytes(xml))];
    expect(two.rows).toEqual(one.rows);
    expect(one.rows).toEqual([
      ['BOOKED', '2026-01-02', '2026-01-02', 215_000, 'Stipendio'],
      ['BOOKED', '2026-01-07', '2026-01-07', -4_990, 'Spesa'],
    ]);
    expect(one.closingBalanceCents).toBe(333_466);
  });

  it('decimal commas, memo beside name, and the account of the IBAN', async () => {
    const file = ofx(GIVEN)
      .replace('-49.90', '-49,90')
      .replace('<NAME>Spesa', '<NAME>Spesa<MEMO>al mercato &amp; altro');
    expect((await read(bytes(file), { iban: IBAN })).rows[1]).toEqual([
      'BOOKED',
      '2026-01-07',
      '2026-01-07',
      -4_990,
      'Spesa al mercato & altro',
    ]);
  });

  it('another currency is refused by name', async () => {
    expect(await refusal(bytes(ofx(GIVEN).replace('<CURDEF>EUR', '<CURDEF>CHF')))).toEqual([
      'FILE_CURRENCY',
      'CHF',
    ]);
  });
});

describe('QIF', () => {
  it('days with an apostrophe, month first where a day can only be that, thousands, an opening balance', async () => {
    const { rows, openingBalanceCents } = await read(
      bytes(
        '!Account',
        'NCorrente',
        '^',
        '!Type:Bank',
        "D1/1'26",
        'T100.00',
        'POpening Balance',
        '^',
        "D1/31'26",
        'T-1,234.56',
        'PCaparra',
        'Mcasa',
        '^',
        'D2/ 1/26',
        'U5.00',
        'T5.00',
        'PResto',
        '^',
      ),
    );
    expect(rows).toEqual([
      ['BOOKED', '2026-01-31', '2026-01-31', -123_456, 'Caparra casa'],
      ['BOOKED', '2026-02-01', '2026-02-01', 500, 'Resto'],
    ]);
    expect(openingBalanceCents).toBe(10_000);
  });

  it('a card’s signs are asked about', async () => {
    expect(await refusal(bytes(qif(GIVEN, 'CCard')))).toMatchObject({ 0: 'FILE_SIGNS_UNKNOWN' });
    expect(await refusal(bytes('!Type:Invst', 'D1/1/26', '^'))).toEqual(['FILE_UNREADABLE']);
  });
});

describe('CBI', () => {
  it('days the other way round, the balance of each day, tags of texts', async () => {
    const file = cbi(GIVEN).replace(' 63' + '0000001002', ' 63' + '0000001002' + 'RI1');
    const statement = await read(bytes(file), { iban: IBAN });
    expect(statement.rows[1]).toEqual(['BOOKED', '2026-01-07', '2026-01-05', -4_990, 'Spesa']);
    expect(statement).toMatchObject({ accountNames: [IBAN], checks: [{ kind: 'BALANCES', ok: true }] });
    const swapped = cbi([{ ...GIVEN[1], date: '2025-12-30', valueDate: '2026-01-07' } as Given]);
    expect((await read(bytes(swapped))).rows[0]).toMatchObject({ 1: '2026-01-07', 2: '2025-12-30' });
    expect(await refusal(bytes(cbi(GIVEN).replace('C000000002150,00', 'C000000002150,01')))).toMatchObject({
      0: 'FILE_CHECKSUM',
    });
    expect(await refusal(bytes(cbi(GIVEN).replace('C000000002150,00', 'X000000002150,00')))).toEqual([
      'FILE_CELL',
      '3',
      '62',
    ]);
  });
});

it('a PDF is refused with a code of its own', async () => {
  expect(await refusal(bytes('%PDF-1.4'))).toEqual(['FILE_PDF']);
});
