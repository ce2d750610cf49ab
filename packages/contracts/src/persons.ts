import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { byId, day, id, text, version } from './primitives.js';
import { access } from './roles.js';
import type { Input, Output } from './readonly.js';

/** Spelt one way, so that one name is one person: composed characters, single blanks. */
export const personName = text(120).overwrite((name) => name.normalize('NFC').replaceAll(/\s+/g, ' '));

const fields = {
  name: personName.meta({ description: 'Unique in the household, in whatever case.' }),
  role: z
    .enum(['DECLARANT', 'SPOUSE', 'CHILD', 'OTHER', 'PARENT'])
    .default('OTHER')
    .meta({ description: 'Place in the household of the ISEE declaration; at most one DECLARANT.' }),
  bornOn: day.optional(),
};

export const person = z.strictObject({ id, ...fields, version }).meta({ id: 'Person' });
export const savePerson = z
  .strictObject({ id: id.optional(), version: version.optional(), ...fields })
  .meta({ id: 'SavePerson' });

export type Person = Output<typeof person>;
export type SavePerson = Input<typeof savePerson>;

export const persons = {
  get: endpoint({
    id: 'persons.get',
    method: 'GET',
    path: '/api/finance/persons/get',
    summary: 'The persons of the household, by name',
    access: access.financeRead,
    response: z.array(person),
  }),
  save: endpoint({
    id: 'persons.save',
    method: 'POST',
    path: '/api/finance/persons/save',
    summary: 'Create a person (no id) or update one (id and version); a new name is that of every group',
    access: access.financeWrite,
    body: savePerson,
    response: person,
    errors: ['NOT_FOUND', 'STALE_VERSION', 'ALREADY_EXISTS'],
  }),
  delete: endpoint({
    id: 'persons.delete',
    method: 'DELETE',
    path: '/api/finance/persons/delete/{id}',
    summary: 'Delete a person who holds no account group',
    access: access.financeWrite,
    params: byId,
    errors: ['NOT_FOUND', 'IN_USE'],
  }),
} as const;
