import type { QuarterDate } from '@fibado/planning';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What one account was planned to do in a closed quarter, what was computed, and what the bank reported. Cents. */
@Entity('closings')
export class ClosingEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('date')
  quarter!: QuarterDate;

  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('bigint', { name: 'planned_closing_cents' })
  plannedClosingCents!: number;

  @Column('bigint', { name: 'actual_closing_cents' })
  actualClosingCents!: number;

  /** Whether the actual closing balance is the bank's; else it is the computed one. */
  @Column('boolean', { name: 'closing_reported', default: true })
  closingReported!: boolean;

  @Column('bigint', { name: 'computed_net_interest_cents' })
  computedNetInterestCents!: number;

  @Column('bigint', { name: 'actual_net_interest_cents' })
  actualNetInterestCents!: number;

  @Column('bigint', { name: 'computed_stamp_duty_cents' })
  computedStampDutyCents!: number;

  @Column('bigint', { name: 'actual_stamp_duty_cents' })
  actualStampDutyCents!: number;
}
