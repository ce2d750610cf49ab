/**
 * Banks an Italian household is likely to have an account at, to begin with: one entry a licence, because guarantee and
 * stamp duty count per licence.
 *
 * Sources, as of {@link KNOWN_BANKS_AS_OF}:
 * - ABI codes and the first eight characters of the BICs: the Italian registry of schwifty 2026.10.1 (MIT);
 * - guarantee scheme: the kind of licence. Banks under Italian law are members of FITD, credit cooperatives of FGD; a
 *   branch belongs to the scheme of its home country; Poste Italiane and e-money institutions are in none;
 * - instant transfers: banks of the euro area receive and send them since 9 October 2025 at the latest, e-money and payment
 *   institutions have to from 9 April 2027 (Reg. (EU) 260/2012 art. 5a par. 8, as of Reg. (EU) 2024/886);
 * - how the fixed duty is divided (absent where no bank's document or statement shows it): ING,
 *   https://www.ing.it/faq/altre-informazioni/calcolo-imposta-di-bollo.html; Revolut's help on stamp duty; charges of
 *   8.55 € in published statements of Fineco (2008) and BBVA.
 */

import type { Bank, InstantTransfers } from './problem.js';

/** The day the list was compared with its sources. */
export const KNOWN_BANKS_AS_OF = '2026-11-22';

export interface KnownBank {
  readonly name: string;
  readonly abi?: string;
  /** Eight characters: the institution without a branch. */
  readonly bic?: string;
  readonly guaranteeScheme: Bank['guaranteeScheme'];
  /** Absent where the practice is unknown and has to be read off a statement. */
  readonly stampDutyMethod?: Bank['stampDutyMethod'];
  /** Of e-money and payment institutions: bound to instant transfers from a later day than banks. */
  readonly isPaymentInstitution?: true;
  /** Trade names under the same licence, and former names. */
  readonly brands?: readonly string[];
}

/** In the order in which they are offered: the most common first. */
export const KNOWN_BANKS: readonly KnownBank[] = [
  {
    name: 'Intesa Sanpaolo',
    abi: '03069',
    bic: 'BCITITMM',
    guaranteeScheme: 'FITD',
    brands: ['Banca dei Territori'],
  },
  { name: 'UniCredit', abi: '02008', bic: 'UNCRITMM', guaranteeScheme: 'FITD', brands: ['buddybank'] },
  { name: 'Poste Italiane (BancoPosta)', abi: '07601', bic: 'BPPIITRR', guaranteeScheme: 'NONE' },
  {
    name: 'FinecoBank',
    abi: '03015',
    bic: 'FEBIITM1',
    guaranteeScheme: 'FITD',
    stampDutyMethod: 'TWELFTHS',
  },
  {
    name: 'ING',
    abi: '03475',
    bic: 'INGBITD1',
    guaranteeScheme: 'FOREIGN',
    stampDutyMethod: 'ACTUAL_DAYS',
    brands: ['Conto Arancio', 'ING Bank N.V.'],
  },
  { name: 'Banco BPM', abi: '05034', bic: 'BAPPIT21', guaranteeScheme: 'FITD', brands: ['Webank'] },
  { name: 'BPER Banca', abi: '05387', bic: 'BPMOIT22', guaranteeScheme: 'FITD', brands: ['Carige'] },
  {
    name: 'Banca Monte dei Paschi di Siena',
    abi: '01030',
    bic: 'PASCITMM',
    guaranteeScheme: 'FITD',
    brands: ['MPS'],
  },
  {
    name: 'BNL BNP Paribas',
    abi: '01005',
    bic: 'BNLIITRR',
    guaranteeScheme: 'FITD',
    brands: ['Hello bank!'],
  },
  { name: 'Crédit Agricole Italia', abi: '06230', bic: 'CRPPIT2P', guaranteeScheme: 'FITD' },
  { name: 'Banca Mediolanum', abi: '03062', bic: 'MEDBITMM', guaranteeScheme: 'FITD', brands: ['Selfy'] },
  { name: 'Banca Sella', abi: '03268', bic: 'SELBIT2B', guaranteeScheme: 'FITD' },
  {
    name: 'BBVA',
    abi: '03576',
    bic: 'BBVAITMM',
    guaranteeScheme: 'FOREIGN',
    stampDutyMethod: 'TWELFTHS',
    brands: ['Banco Bilbao Vizcaya Argentaria'],
  },
  {
    name: 'Revolut',
    abi: '03669',
    bic: 'REVOITM2',
    guaranteeScheme: 'FOREIGN',
    stampDutyMethod: 'ACTUAL_DAYS',
  },
  { name: 'Trade Republic', abi: '03674', bic: 'TRBKITMM', guaranteeScheme: 'FOREIGN' },
  { name: 'Allianz Bank', abi: '03589', bic: 'BKRAITMM', guaranteeScheme: 'FITD' },
  { name: 'Banca AideXa', abi: '03625', bic: 'AIDEITM2', guaranteeScheme: 'FITD' },
  { name: 'Banca CF+', abi: '10312', bic: 'CFIUITR2', guaranteeScheme: 'FITD' },
  { name: 'Banca del Fucino', abi: '03124', bic: 'BAFUITRR', guaranteeScheme: 'FITD' },
  { name: 'Banca di Asti', abi: '06085', bic: 'CASRIT22', guaranteeScheme: 'FITD' },
  { name: 'Banca Generali', abi: '03075', bic: 'BGENIT2T', guaranteeScheme: 'FITD' },
  { name: 'Banca Ifis', abi: '03205', bic: 'IFISIT2V', guaranteeScheme: 'FITD', brands: ['Rendimax'] },
  { name: 'Banca Passadore', abi: '03332', bic: 'PASBITGG', guaranteeScheme: 'FITD' },
  {
    name: 'Banca Popolare di Sondrio',
    abi: '05696',
    bic: 'POSOIT21',
    guaranteeScheme: 'FITD',
  },
  { name: 'Banca Progetto', abi: '05015', bic: 'BPTTITMM', guaranteeScheme: 'FITD' },
  { name: 'Banca Sistema', abi: '03158', bic: 'BSISITMM', guaranteeScheme: 'FITD' },
  { name: 'Banca Widiba', abi: '03442', bic: 'WIDIITMM', guaranteeScheme: 'FITD' },
  { name: 'Banco di Desio e della Brianza', abi: '03440', bic: 'BDBDIT22', guaranteeScheme: 'FITD' },
  { name: 'Banco di Sardegna', abi: '01015', bic: 'SARDIT31', guaranteeScheme: 'FITD' },
  { name: 'BCC di Milano', abi: '08453', bic: 'ICRAITRR', guaranteeScheme: 'FGD' },
  { name: 'BCC di Roma', abi: '08327', bic: 'ICRAITRR', guaranteeScheme: 'FGD' },
  { name: 'BdM Banca', abi: '05424', bic: 'BPBAIT3B', guaranteeScheme: 'FITD', brands: ['Popolare di Bari'] },
  { name: 'BFF Bank', abi: '05000', bic: 'CIPBITMM', guaranteeScheme: 'FITD', brands: ['Conto Facto'] },
  { name: 'bunq', abi: '03647', bic: 'BUNQITM2', guaranteeScheme: 'FOREIGN' },
  { name: 'Cherry Bank', abi: '03365', bic: 'TRVEIT2P', guaranteeScheme: 'FITD' },
  { name: 'Credem', abi: '03032', bic: 'BACRIT21', guaranteeScheme: 'FITD', brands: ['Credito Emiliano'] },
  { name: 'Deutsche Bank', abi: '03104', bic: 'DEUTITMM', guaranteeScheme: 'FITD' },
  { name: 'Emil Banca', abi: '07072', bic: 'ICRAITRR', guaranteeScheme: 'FGD' },
  { name: 'Fideuram', abi: '03296', bic: 'FIBKITMM', guaranteeScheme: 'FITD' },
  { name: 'Findomestic Banca', abi: '03115', bic: 'FIDMIT31', guaranteeScheme: 'FITD' },
  { name: 'HYPE', abi: '36772', bic: 'HYEEIT22', guaranteeScheme: 'NONE', isPaymentInstitution: true },
  { name: 'illimity bank', abi: '03395', bic: 'ITTPIT2M', guaranteeScheme: 'FITD' },
  { name: 'isybank', abi: '03385', bic: 'ITBBITM1', guaranteeScheme: 'FITD' },
  {
    name: 'Mediobanca Premier',
    abi: '03058',
    bic: 'MICSITM1',
    guaranteeScheme: 'FITD',
    brands: ['CheBanca!'],
  },
  { name: 'N26', abi: '03646', bic: 'NTSBITM1', guaranteeScheme: 'FOREIGN' },
  { name: 'PostePay', abi: '36081', bic: 'PPAYITR1', guaranteeScheme: 'NONE', isPaymentInstitution: true },
  { name: 'Santander Consumer Bank', abi: '03191', bic: 'FICUITTT', guaranteeScheme: 'FITD' },
  { name: 'Sparkasse Cassa di Risparmio di Bolzano', abi: '06045', bic: 'CRBZIT2B', guaranteeScheme: 'FITD' },
  {
    name: 'Volksbank Banca Popolare dell’Alto Adige',
    abi: '05856',
    bic: 'BPAAIT2B',
    guaranteeScheme: 'FITD',
  },
  { name: 'Un’altra BCC o Cassa Rurale', guaranteeScheme: 'FGD', brands: ['Credito Cooperativo'] },
];

/** Days from which banks of the euro area, and payment institutions, have to send instant transfers. */
const INSTANT_FROM = { banks: '2025-10-09', paymentInstitutions: '2027-04-09' } as const;

/** Which instant transfers the law binds it to. */
export function instantOf({ isPaymentInstitution }: KnownBank): InstantTransfers {
  const from = isPaymentInstitution ? INSTANT_FROM.paymentInstitutions : INSTANT_FROM.banks;
  return { send: true, receive: true, from };
}

/** Reads names as they are searched: small letters without accents. */
const plain = (text: string): string => text.normalize('NFD').replaceAll(/\p{M}/gu, '').toLowerCase();

/** The banks whose name, trade names or ABI code contain `query`; all of them for an empty one. */
export function searchBanks(query: string): readonly KnownBank[] {
  const wanted = plain(query.trim());
  return KNOWN_BANKS.filter(({ name, abi, brands = [] }) =>
    [name, abi ?? '', ...brands].some((text) => plain(text).includes(wanted)),
  );
}

/** The bank an Italian IBAN's ABI code names. */
export const bankOfAbi = (abi: string): KnownBank | undefined => KNOWN_BANKS.find((bank) => bank.abi === abi);
