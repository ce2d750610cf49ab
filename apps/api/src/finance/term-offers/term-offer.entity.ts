import type { TermOffer } from '@fibado/contracts';
import type { Day, DutyBase, InterestBasis } from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { percent } from '../shared/percent.js';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('term_offers')
export class TermOfferEntity extends TenantRow {
  @Column('uuid', { name: 'bank_id' })
  bankId!: string;

  @Column('uuid', { name: 'linked_account_id' })
  linkedAccountId!: string;

  @Column('text')
  name!: string;

  @Column('integer', { name: 'tenor_months', nullable: true })
  tenorMonths!: number | null;

  @Column('integer', { name: 'tenor_days', nullable: true })
  tenorDays!: number | null;

  @Column('numeric', { name: 'rate_pct', nullable: true, transformer: percent })
  ratePct!: number | null;

  @Column('jsonb', { nullable: true })
  steps!: TermOffer['steps'] | null;

  @Column('bigint', { name: 'min_cents' })
  minCents!: number;

  @Column('bigint', { name: 'step_cents' })
  stepCents!: number;

  @Column('bigint', { name: 'max_cents', nullable: true })
  maxCents!: number | null;

  @Column('text')
  payout!: TermOffer['payout'];

  @Column('text', { name: 'exit_kind' })
  exitKind!: TermOffer['exit']['kind'];

  @Column('numeric', { name: 'exit_rate_pct', nullable: true, transformer: percent })
  exitRatePct!: number | null;

  @Column('smallint', { name: 'exit_free_after_months', nullable: true })
  exitFreeAfterMonths!: number | null;

  @Column('jsonb', { name: 'exit_kept_at_months', nullable: true })
  exitKeptAtMonths!: readonly number[] | null;

  @Column('boolean', { name: 'partial_exit' })
  partialExit!: boolean;

  @Column('integer', { name: 'notice_days', nullable: true })
  noticeDays!: number | null;

  @Column('text')
  renewal!: TermOffer['renewal'];

  @Column('jsonb', { name: 'new_money', nullable: true })
  newMoney!: TermOffer['newMoney'] | null;

  @Column('numeric', { name: 'withholding_pct', nullable: true, transformer: percent })
  withholdingPct!: number | null;

  @Column('text', { name: 'duty_base' })
  dutyBase!: DutyBase;

  @Column('boolean', { name: 'duty_paid_by_bank', nullable: true })
  dutyPaidByBank!: boolean | null;

  @Column('bigint', { name: 'duty_free_up_to_cents', nullable: true })
  dutyFreeUpToCents!: number | null;

  @Column('text', { name: 'interest_basis', nullable: true })
  interestBasis!: InterestBasis | null;

  @Column('date', { name: 'open_from', nullable: true })
  openFrom!: Day | null;

  @Column('date', { name: 'open_to', nullable: true })
  openTo!: Day | null;

  @Column('text')
  source!: string;

  @Column('date', { name: 'as_of' })
  asOf!: Day;
}
