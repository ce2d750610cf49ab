import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What a person bought in a year, less what was sold. */
@Entity('tax_year_purchases')
export class TaxYearPurchaseEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('integer')
  year!: number;

  @PrimaryColumn('uuid', { name: 'person_id' })
  personId!: string;

  @Column('bigint', { name: 'amount_cents' })
  amountCents!: number;
}
