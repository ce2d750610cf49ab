import type { TaxAsset } from '@fibado/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A person's securities of one kind at one operator, on 31 December of a year. */
@Entity('tax_year_assets')
export class TaxYearAssetEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('integer')
  year!: number;

  @Column('integer')
  position!: number;

  @Column('uuid', { name: 'person_id' })
  personId!: string;

  @Column('text')
  type!: TaxAsset['type'];

  @Column('text')
  operator!: string;

  @Column('text')
  description!: string;

  @Column('bigint', { name: 'value_cents' })
  valueCents!: number;

  @Column('boolean', { name: 'state_backed' })
  stateBacked!: boolean;
}
