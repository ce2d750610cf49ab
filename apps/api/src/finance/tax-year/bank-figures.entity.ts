import { Column, Entity, PrimaryColumn } from 'typeorm';

/** An account's figures of a calendar year as typed from the bank's paper. Cents; null where none was typed. */
@Entity('tax_year_bank_figures')
export class BankFiguresEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @PrimaryColumn('integer')
  year!: number;

  @Column('bigint', { name: 'gross_interest_cents', nullable: true })
  grossInterestCents!: number | null;

  @Column('bigint', { name: 'withholding_cents', nullable: true })
  withholdingCents!: number | null;

  @Column('bigint', { name: 'stamp_duty_cents', nullable: true })
  stampDutyCents!: number | null;

  @Column('bigint', { name: 'fees_cents', nullable: true })
  feesCents!: number | null;
}
