import {
  bankOfAbi,
  instantOf,
  isDay,
  isValidAbi,
  isValidBic,
  KNOWN_BANKS,
  KNOWN_BANKS_AS_OF,
  searchBanks,
} from '../src/index.js';

describe('the list of known banks', () => {
  it('has one entry a licence, each with sound codes', () => {
    const abis = KNOWN_BANKS.flatMap(({ abi }) => abi ?? []);
    expect(new Set(abis).size).toBe(abis.length);
    expect(abis.filter((abi) => !isValidAbi(abi))).toEqual([]);
    expect(
      KNOWN_BANKS.filter(({ bic }) => bic !== undefined && !(isValidBic(bic) && bic.length === 8)),
    ).toEqual([]);
    expect(new Set(KNOWN_BANKS.map(({ name }) => name)).size).toBe(KNOWN_BANKS.length);
    expect(isDay(KNOWN_BANKS_AS_OF)).toBe(true);
  });

  it('puts branches under a foreign scheme, credit cooperatives under FGD, and Poste under none', () => {
    expect(bankOfAbi('03475')).toMatchObject({ name: 'ING', guaranteeScheme: 'FOREIGN' });
    expect(bankOfAbi('08327')).toMatchObject({ guaranteeScheme: 'FGD' });
    expect(bankOfAbi('07601')).toMatchObject({ guaranteeScheme: 'NONE' });
    expect(bankOfAbi('99999')).toBeUndefined();
  });

  it('knows from when each has to send instant transfers', () => {
    const from = (abi: string) => instantOf(bankOfAbi(abi) ?? { name: '', guaranteeScheme: 'NONE' }).from;
    expect([from('03069'), from('07601'), from('03646')]).toEqual(['2025-10-09', '2025-10-09', '2025-10-09']);
    expect([from('36772'), from('36081')]).toEqual(['2027-04-09', '2027-04-09']);
  });

  it('is searched by name without accents, by trade name and by ABI code', () => {
    expect(searchBanks('credit agr').map(({ name }) => name)).toEqual(['Crédit Agricole Italia']);
    expect(searchBanks(' CHEBANCA').map(({ name }) => name)).toEqual(['Mediobanca Premier']);
    expect(searchBanks('03015').map(({ name }) => name)).toEqual(['FinecoBank']);
    expect(searchBanks('')).toHaveLength(KNOWN_BANKS.length);
  });
});
