import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { abi, bic, byId, color, day, dropping, id, multilineText, text, version } from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

const fields = {
  name: text(120),
  abi: abi.optional(),
  bic: bic.optional(),
  guaranteeScheme: z.enum(['FITD', 'FGD', 'NONE', 'FOREIGN']),
  stampDutyMethod: z.enum(['ACTUAL_DAYS', 'TWELFTHS']),
  instant: z
    .strictObject({
      send: z.boolean(),
      receive: z.boolean(),
      from: day.optional().meta({ description: 'First day on which it does.' }),
    })
    .optional()
    .meta({ description: 'Instant credit transfers the bank offers; none when absent.' }),
  weekendBooking: z.enum(['SAME_DAY', 'NEXT_BUSINESS_DAY']).optional().meta({
    description:
      'When it books what moves on a day on which banks do not work; NEXT_BUSINESS_DAY when absent.',
  }),
  color: color.optional(),
  notes: multilineText(2000).optional(),
};

/** A bank that is not one of the household's yet. */
export const newBank = z.strictObject(fields);
/** A bank inside a stateless problem; the version of a stored one is ignored. */
export const problemBank = z
  .strictObject({ id, ...fields, version: version.optional() })
  .overwrite(dropping('version'));
export const bank = z.strictObject({ id, ...fields, version }).meta({ id: 'Bank' });
export const saveBank = z
  .strictObject({ id: id.optional(), version: version.optional(), ...fields })
  .meta({ id: 'SaveBank' });

export type Bank = Output<typeof bank>;
export type SaveBank = Input<typeof saveBank>;

export const banks = {
  get: endpoint({
    id: 'banks.get',
    method: 'GET',
    path: '/api/finance/banks/get',
    summary: 'All banks of the household, by name',
    access: access.financeRead,
    response: z.array(bank),
  }),
  save: endpoint({
    id: 'banks.save',
    method: 'POST',
    path: '/api/finance/banks/save',
    summary: 'Create a bank (no id) or update one (id and version)',
    access: access.financeWrite,
    body: saveBank,
    response: bank,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS'],
  }),
  delete: endpoint({
    id: 'banks.delete',
    method: 'DELETE',
    path: '/api/finance/banks/delete/{id}',
    summary: 'Delete a bank no account uses',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND', 'IN_USE'],
  }),
} as const;
