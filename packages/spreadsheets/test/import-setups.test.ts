import ExcelJS from 'exceljs';
import { accountId } from '@fibado/planning/testing';
import { FileError, readSetups, setupsTemplate } from '../src/index.js';

describe('setups from a spreadsheet', () => {
  const accounts = [
    { id: accountId(1), name: 'Conto', iban: 'IT60X0542811101000000123456' },
    { id: accountId(2), name: 'Libretto' },
    { id: accountId(3), name: 'Libretto' },
  ];
  const sheet = async (...rows: (string | number | null)[][]): Promise<Uint8Array> => {
    const workbook = new ExcelJS.Workbook();
    workbook
      .addWorksheet('A')
      .addRows([['Conto', 'IBAN', 'Saldo iniziale', 'Minimo', 'Massimo', 'Escluso', 'Note'], ...rows]);
    return new Uint8Array(await workbook.xlsx.writeBuffer());
  };

  it('reads back its own template, filled or as it was', async () => {
    const setup = {
      openingBalanceCents: -12_345,
      minBalanceCents: 0,
      maxBalanceCents: 500_000,
      excluded: true,
      notes: '=nota',
    };
    for (const language of ['it', 'en'] as const) {
      const bytes = await setupsTemplate(
        '2027-01-01',
        [
          { id: accountId(1), name: 'Conto', iban: accounts[0]?.iban, setup },
          { id: accountId(2), name: 'Altro' },
        ],
        language,
      );
      expect(await readSetups(bytes, accounts)).toEqual([{ accountId: accountId(1), ...setup }]);
    }
  });

  it('takes amounts as people write them', async () => {
    const bytes = await sheet(
      ['conto', '', '1.234,50 €', null, '2.000', 'no', ''],
      ['', 'it60 x054 2811 1010 0000 0123 456', null, null, null, '', ''],
    );
    expect(await readSetups(bytes, accounts)).toEqual([
      { accountId: accountId(1), openingBalanceCents: 123_450, maxBalanceCents: 200_000, excluded: false },
    ]);
  });

  it.each([
    [
      ['Libretto', '', 1, null, null, '', ''],
      ['2', 'A'],
    ],
    [
      ['Boh', '', 1, null, null, '', ''],
      ['2', 'A'],
    ],
    [
      ['Conto', 'IT42W0800000292100645211151', 1, null, null, '', ''],
      ['2', 'B'],
    ],
    [
      ['Conto', '', 'tanto', null, null, '', ''],
      ['2', 'C'],
    ],
    [
      ['Conto', '', 1, 5, 4, '', ''],
      ['2', 'E'],
    ],
    [
      ['Conto', '', 1, null, null, 'forse', ''],
      ['2', 'F'],
    ],
  ])('%j names its cell', async (row, params) => {
    await expect(readSetups(await sheet(row), accounts)).rejects.toMatchObject({ code: 'FILE_CELL', params });
  });

  it('refuses an account that stands twice, and a sheet without openings', async () => {
    const twice = await sheet(['Conto', '', 1], ['Conto', '', 2]);
    await expect(readSetups(twice, accounts)).rejects.toMatchObject({
      code: 'FILE_CELL',
      params: ['3', 'A'],
    });
    await expect(readSetups(await sheet(['Conto', '', null]), accounts)).rejects.toBeInstanceOf(FileError);
  });
});
