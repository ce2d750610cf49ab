import {
  type Account,
  type Bank,
  type BodyOf,
  type DocumentOffer,
  type OfferDocument,
  OFFERS_FORMAT,
  type ResponseOf,
  type TermOffer,
  type termOffers,
} from '@fibado/contracts';
import { addDays } from '@fibado/planning';
import { Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock.js';
import type { TenantScope } from '../../platform/database/transactions.js';
import { AccountsService } from '../accounts/accounts.service.js';
import { BanksService } from '../banks/banks.service.js';
import { sameContract, TermOffersService } from './term-offers.service.js';

type Imported = ResponseOf<typeof termOffers.importDocument>;

const sameText = (one: string, other: string): boolean =>
  one.trim().toLowerCase() === other.trim().toLowerCase();

/** Whether a file means a bank of the household: by ABI where both have one, else by name. */
const isBank = (bank: Bank, { name, abi }: DocumentOffer['bank']): boolean =>
  abi !== undefined && bank.abi !== undefined ? abi === bank.abi : sameText(bank.name, name);

/** Offers as a file: those of a household, and those of others taken over. */
@Injectable()
export class OfferExchange {
  constructor(
    private readonly offers: TermOffersService,
    private readonly banks: BanksService,
    private readonly accounts: AccountsService,
    private readonly clock: Clock,
  ) {}

  async export(scope: TenantScope): Promise<OfferDocument> {
    const banks = new Map((await this.banks.list(scope)).map((bank) => [bank.id, bank]));
    const offers = (await this.offers.list(scope)).map(
      ({ id: _, version: __, bankId, linkedAccountId: ___, ...terms }): DocumentOffer => {
        const { name = '', abi } = banks.get(bankId) ?? {};
        return { bank: { name, abi }, ...terms };
      },
    );
    return { format: OFFERS_FORMAT, formatVersion: 1, publishedOn: this.clock.today(), offers };
  }

  /**
   * Takes over the offers of the household's banks. One known under its name is brought up to date when the file read its
   * terms later; where lots were opened on other terms, it is closed for new ones and the file's is added.
   */
  async import(
    scope: TenantScope,
    { document }: BodyOf<typeof termOffers.importDocument>,
  ): Promise<Imported> {
    const banks = await this.banks.list(scope);
    const accounts = await this.accounts.list(scope);
    const counts = { added: 0, updated: 0, unchanged: 0 };
    const without = new Set<string>();
    for (const { bank: named, example: _, ...terms } of document.offers) {
      const bank = banks.find((one) => isBank(one, named));
      const account = bank && accounts.find((one) => canBeLinked(one, bank.id));
      if (!account) {
        without.add(named.name);
        continue;
      }
      const found = { ...terms, bankId: account.bankId, linkedAccountId: account.id };
      counts[await this.takeOver(scope, found)] += 1;
    }
    return { ...counts, withoutAccount: [...without] };
  }

  private async takeOver(
    scope: TenantScope,
    terms: Omit<TermOffer, 'id' | 'version'>,
  ): Promise<'added' | 'updated' | 'unchanged'> {
    const known = (await this.offers.list(scope))
      .filter((one) => one.bankId === terms.bankId && sameText(one.name, terms.name))
      .toSorted((a, b) => (a.asOf < b.asOf ? 1 : -1))[0];
    if (!known) {
      await this.offers.save(scope, terms);
      return 'added';
    }
    if (known.asOf >= terms.asOf) return 'unchanged';
    const { id, version, linkedAccountId } = known;
    const changed = { ...terms, linkedAccountId };
    if (sameContract(known, changed) || !(await this.offers.hasLots(scope, id))) {
      await this.offers.save(scope, { ...changed, id, version });
      return 'updated';
    }
    const last = addDays(terms.asOf, -1);
    if (known.openTo === undefined || known.openTo > last) {
      const openFrom = known.openFrom !== undefined && known.openFrom > last ? last : known.openFrom;
      await this.offers.save(scope, { ...known, openFrom, openTo: last });
    }
    await this.offers.save(scope, changed);
    return 'added';
  }
}

const canBeLinked = ({ bankId, kind, active }: Account, bank: string): boolean =>
  bankId === bank && active && kind !== 'DEPOSIT_TERM' && kind !== 'CASH';
