import type { Person } from '@fibado/contracts';
import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('persons')
export class PersonEntity extends TenantRow {
  @Column('text')
  name!: string;

  @Column('text')
  role!: Person['role'];

  @Column('date', { name: 'born_on', nullable: true })
  bornOn!: string | null;
}
