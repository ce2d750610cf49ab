import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account's balances of a calendar year from the bank's files, and the figures typed from its papers. */
@Entity('tax_year_accounts')
export class TaxYearAccountEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('integer')
  year!: number;

  /** End-of-day balances by value date, one a day; `null` where no file covers the day. Cents. */
  @Column('jsonb', { name: 'value_cents', nullable: true })
  valueCents!: (number | null)[] | null;

  /** Booked balance of 31 December. */
  @Column('bigint', { name: 'closing_cents', nullable: true })
  closingCents!: number | null;

  @Column('bigint', { name: 'typed_closing_cents', nullable: true })
  typedClosingCents!: number | null;

  @Column('bigint', { name: 'typed_average_cents', nullable: true })
  typedAverageCents!: number | null;

  @Column('boolean', { name: 'third_party' })
  thirdParty!: boolean;
}
