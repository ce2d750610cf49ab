/** Term deposits that a bank offers, as data with source and date. */

import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { abi, byId, day, id, instant, text, version } from './primitives.js';
import { access } from './roles.js';
import { termOfferFields } from './term-deposits.js';
import type { Input, Output } from './readonly.js';

const { name, bankId, linkedAccountId, openFrom, openTo, ...terms } = termOfferFields;

/** What the household and the file say of an offer beside its bank. */
const offered = {
  name,
  ...terms,
  openFrom: openFrom.meta({ description: 'First day on which a lot can be opened.' }),
  openTo: openTo.meta({ description: 'Last day on which a lot can be opened.' }),
  source: text(500).meta({ description: "Where the terms were read: the bank's sheet, a page." }),
  asOf: day.meta({ description: 'The day on which they were read.' }),
};

const fields = { ...offered, bankId, linkedAccountId };

type Checked = Pick<Output<z.ZodObject<typeof offered>>, keyof typeof offered>;

/** Rules that span several fields of an offer. */
function crossChecks(offer: Checked, ctx: z.RefinementCtx): void {
  const expect = (isRight: boolean, path: string[], message: string): void => {
    if (!isRight) ctx.addIssue({ code: 'custom', path, message });
  };
  const { tenor, ratePct, steps, exit, newMoney, openFrom: from, openTo: to, maxCents } = offer;
  expect((tenor.months === undefined) !== (tenor.days === undefined), ['tenor'], 'either months or days');
  expect((ratePct === undefined) !== (steps === undefined), ['ratePct'], 'either one rate or steps');
  const months = steps?.reduce((sum, step) => sum + step.months, 0);
  expect(steps === undefined || months === tenor.months, ['steps'], 'their months are not the tenor');
  expect(maxCents === undefined || maxCents >= offer.minCents, ['maxCents'], 'below the minimum');
  const priced = exit.kind === 'BASE_RATE' || exit.kind === 'FEE';
  expect(priced === (exit.ratePct !== undefined), ['exit', 'ratePct'], 'of BASE_RATE and FEE only');
  expect(
    exit.kind !== 'NONE' || exit.freeAfterMonths === undefined,
    ['exit', 'freeAfterMonths'],
    'there is no exit',
  );
  const isRepricing = exit.kind === 'BASE_RATE' || exit.kind === 'ZERO';
  expect(
    isRepricing || exit.keptAtMonths === undefined,
    ['exit', 'keptAtMonths'],
    'of BASE_RATE and ZERO only',
  );
  const isPaidAtOnce = offer.payout === 'MATURITY';
  expect(
    isPaidAtOnce || offer.dutyFreeUpToCents === undefined,
    ['dutyFreeUpToCents'],
    'only where it is paid at maturity',
  );
  expect(exit.kind !== 'NONE' || !offer.partialExit, ['partialExit'], 'there is no exit');
  expect(from === undefined || to === undefined || from <= to, ['openTo'], 'ends before it begins');
  const isInOrder = newMoney?.kind !== 'NET_FLOW' || newMoney.from <= newMoney.to;
  expect(isInOrder, ['newMoney', 'to'], 'ends before it begins');
}

export const termOffer = z.strictObject({ id, ...fields, version }).meta({ id: 'TermOffer' });
export const saveTermOffer = z
  .strictObject({ id: id.optional(), version: version.optional(), ...fields })
  .superRefine(crossChecks)
  .meta({ id: 'SaveTermOffer' });

export type TermOffer = Output<typeof termOffer>;
export type SaveTermOffer = Input<typeof saveTermOffer>;

/** The fields of an offer that a lot is a contract on: they do not change under one. */
export const CONTRACT_FIELDS = Object.keys(fields).filter(
  (field) => !['name', 'openFrom', 'openTo', 'maxCents', 'source', 'asOf'].includes(field),
) as (keyof typeof fields)[];

/** Offers one file can have. */
const MAX_DOCUMENT_OFFERS = 500;

/** An offer as it is passed on: of a bank by name, and of no household. */
const documentOffer = z
  .strictObject({
    bank: z.strictObject({ name: text(120), abi: abi.optional() }),
    ...offered,
    example: z.boolean().optional().meta({ description: 'Shows the format: no bank offers it.' }),
  })
  .superRefine(crossChecks)
  .meta({ id: 'DocumentOffer' });

export const OFFERS_FORMAT = 'fibado-offers';

/** Offers as a file: written, published and read by others. */
export const offerDocument = z
  .strictObject({
    format: z.literal(OFFERS_FORMAT),
    formatVersion: z.literal(1),
    publishedOn: day.meta({ description: 'The day on which the file was put together.' }),
    offers: z.array(documentOffer).max(MAX_DOCUMENT_OFFERS),
  })
  .meta({ id: 'OfferDocument' });

export type DocumentOffer = Output<typeof documentOffer>;
export type OfferDocument = Output<typeof offerDocument>;

export const termOffers = {
  get: endpoint({
    id: 'termOffers.get',
    method: 'GET',
    path: '/api/finance/term-offers/get',
    summary: 'The term deposits offered to the household, by name',
    access: access.financeRead,
    response: z.array(termOffer),
  }),
  save: endpoint({
    id: 'termOffers.save',
    method: 'POST',
    path: '/api/finance/term-offers/save',
    summary: 'Create an offer (no id) or update one (id and version); the terms of its lots do not change',
    access: access.financeWrite,
    body: saveTermOffer,
    response: termOffer,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'LOT_STATE'],
  }),
  delete: endpoint({
    id: 'termOffers.delete',
    method: 'DELETE',
    path: '/api/finance/term-offers/delete/{id}',
    summary: 'Delete an offer that has no lots',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND', 'IN_USE'],
  }),
  exportDocument: endpoint({
    id: 'termOffers.exportDocument',
    method: 'GET',
    path: '/api/finance/term-offers/export',
    summary: 'The offers of the household as a file for others, with banks by name',
    access: access.financeRead,
    response: offerDocument,
  }),
  published: endpoint({
    id: 'termOffers.published',
    method: 'GET',
    path: '/api/finance/term-offers/published',
    summary: 'The offers at the address the administrator names, as fetched last; empty where there is none',
    access: access.financeRead,
    response: z.strictObject({
      source: z.string().optional().meta({ description: 'The host of the address.' }),
      fetchedAt: instant.optional(),
      document: offerDocument.optional(),
    }),
  }),
  importDocument: endpoint({
    id: 'termOffers.importDocument',
    method: 'POST',
    path: '/api/finance/term-offers/import',
    summary:
      'Take over the offers of a file that are of banks with an account; later terms replace earlier ones',
    access: access.financeWrite,
    body: z.strictObject({ document: offerDocument }).meta({ id: 'ImportOffers' }),
    response: z
      .strictObject({
        added: z.int(),
        updated: z.int(),
        unchanged: z.int().meta({ description: 'Known, and read no later than before.' }),
        withoutAccount: z.array(z.string()).meta({
          description: 'Banks of the file with which the household has no account that can pay for a lot.',
        }),
      })
      .meta({ id: 'ImportedOffers' }),
  }),
} as const;
