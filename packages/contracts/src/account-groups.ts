import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, color, dropping, id, text, version } from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

const fields = {
  name: text(120),
  order: z.int().min(0).max(100_000).default(0),
  color: color.optional(),
};
const MAX_HOLDERS = 10;
/** The people who own every account of a group: the unit of identical ownership. */
const holders = z
  .array(text(120))
  .min(1)
  .max(MAX_HOLDERS)
  .refine(
    (names) => new Set(names.map((n) => n.toLocaleLowerCase('it'))).size === names.length,
    'holders repeat',
  )
  .meta({
    description: 'Names of the people who own every account of the group: the unit of identical ownership.',
  });
const holderIds = z
  .array(id)
  .min(1)
  .max(MAX_HOLDERS)
  .refine((ids) => new Set(ids).size === ids.length, 'holders repeat')
  .meta({ description: 'Ids of the persons, in the order of their names.' });

/** A group inside a stateless problem, which names its holders; the version and persons of a stored one are ignored. */
export const problemAccountGroup = z
  .strictObject({ id, ...fields, holders, holderIds: holderIds.optional(), version: version.optional() })
  .overwrite(dropping('version', 'holderIds'));
export const accountGroup = z
  .strictObject({ id, ...fields, holders, holderIds, version })
  .meta({ id: 'AccountGroup' });
export const saveAccountGroup = z
  .strictObject({
    id: id.optional(),
    version: version.optional(),
    ...fields,
    holders: holders.optional().meta({
      description:
        'Names instead of ids: a name that no person of the household has makes a new person. Beside ids they have to be their names.',
    }),
    holderIds: holderIds.optional(),
  })
  .refine((group) => (group.holders ?? group.holderIds) !== undefined, {
    path: ['holders'],
    message: 'no holder',
  })
  .meta({ id: 'SaveAccountGroup' });

export type AccountGroup = Output<typeof accountGroup>;
export type SaveAccountGroup = Input<typeof saveAccountGroup>;

export const accountGroups = {
  get: endpoint({
    id: 'accountGroups.get',
    method: 'GET',
    path: '/api/finance/accountGroups/get',
    summary: 'All account groups, in their order',
    access: access.financeRead,
    response: z.array(accountGroup),
  }),
  save: endpoint({
    id: 'accountGroups.save',
    method: 'POST',
    path: '/api/finance/accountGroups/save',
    summary: 'Create an account group (no id) or update one (id and version)',
    access: access.financeWrite,
    body: saveAccountGroup,
    response: accountGroup,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS'],
  }),
  delete: endpoint({
    id: 'accountGroups.delete',
    method: 'DELETE',
    path: '/api/finance/accountGroups/delete/{id}',
    summary: 'Delete an account group no account uses',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND', 'IN_USE'],
  }),
} as const;
