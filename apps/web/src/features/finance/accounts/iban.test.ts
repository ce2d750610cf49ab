import { formatIban, readIban } from './iban';

const banks = [{ id: 'b1', abi: '05428' }, { id: 'b2' }];

describe('readIban', () => {
  it('recognises the bank by the ABI code inside, blanks and small letters included', () => {
    expect(readIban('it60 x054 2811 1010 0000 0123 456', banks)).toEqual({
      state: 'VALID',
      iban: 'IT60X0542811101000000123456',
      abi: '05428',
      bankId: 'b1',
    });
  });

  it('waits while it is typed and refuses a wrong check digit', () => {
    expect(readIban('IT60 X054', banks)).toEqual({ state: 'INCOMPLETE' });
    expect(readIban('IT61X0542811101000000123456', banks)).toEqual({ state: 'WRONG' });
    expect(readIban('  ', banks)).toEqual({ state: 'EMPTY' });
  });

  it('knows no bank for an unassigned ABI', () => {
    expect(readIban('IT60X0542811101000000123456', [])).toMatchObject({ state: 'VALID', abi: '05428' });
  });
});

it('prints groups of four', () => {
  expect(formatIban('IT60X0542811101000000123456')).toBe('IT60 X054 2811 1010 0000 0123 456');
});
