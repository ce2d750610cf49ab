import type { BodyOf, Person, persons } from '@fibado/contracts';
import { orAbsent, orNull } from '../shared/absent.js';
import type { PersonEntity } from './person.entity.js';

export function toPerson({ id, name, role, bornOn, version }: PersonEntity): Person {
  return { id, name, role, bornOn: orAbsent(bornOn), version };
}

export function toPersonRow(
  { name, role, bornOn }: BodyOf<typeof persons.save>,
  key: { tenantId: string; id: string; version: number },
): PersonEntity {
  return { ...key, name, role, bornOn: orNull(bornOn) };
}
