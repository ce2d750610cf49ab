/** What the example household calls its banks, persons, groups and accounts: by these names it is found again. */
export const EXAMPLE = {
  banks: { everyday: 'Banca del Borgo (esempio)', online: 'Banca Aurora Online (esempio)' },
  persons: { chiara: 'Chiara Conti', luca: 'Luca Conti' },
  groups: { couple: 'Coppia (esempio)', hers: 'Chiara (esempio)' },
  accounts: {
    joint: 'Conto comune (esempio)',
    own: 'Conto Aurora (esempio)',
    deposit: 'Deposito Aurora (esempio)',
  },
} as const;

const ACCOUNTS: readonly string[] = Object.values(EXAMPLE.accounts);

/** Whether some of the example is still there. */
export const hasExample = (accounts: readonly { readonly name: string }[]): boolean =>
  accounts.some(({ name }) => ACCOUNTS.includes(name));
