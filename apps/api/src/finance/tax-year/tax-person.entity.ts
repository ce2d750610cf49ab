import type { TaxPerson } from '@fibado/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person of the household, named as the account groups name their holders. */
@Entity('tax_persons')
export class TaxPersonEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('text')
  name!: string;

  @Column('text')
  role!: TaxPerson['role'];

  @Column('date', { name: 'born_on', nullable: true })
  bornOn!: string | null;
}
