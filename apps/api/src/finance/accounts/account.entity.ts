import type {
  AccountKind,
  Day,
  DutyBase,
  DutyRegime,
  FeeWaiver,
  InterestBasis,
  InterestCredit,
  RatePeriod,
  StatementPeriod,
  TimeOfDay,
} from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { percent } from '../shared/percent.js';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('accounts')
export class AccountEntity extends TenantRow {
  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  iban!: string | null;

  @Column('uuid', { name: 'bank_id' })
  bankId!: string;

  @Column('uuid', { name: 'account_group_id' })
  accountGroupId!: string;

  @Column('text')
  kind!: AccountKind;

  @Column('text', { name: 'duty_regime' })
  dutyRegime!: DutyRegime;

  @Column('boolean', { name: 'duty_paid_by_bank' })
  dutyPaidByBank!: boolean;

  @Column('text', { name: 'duty_base' })
  dutyBase!: DutyBase;

  @Column('jsonb')
  rates!: readonly RatePeriod[];

  @Column('text', { name: 'interest_basis' })
  interestBasis!: InterestBasis;

  @Column('text', { name: 'statement_period', nullable: true })
  statementPeriod!: StatementPeriod | null;

  @Column('text', { name: 'interest_credit', nullable: true })
  interestCredit!: InterestCredit | null;

  @Column('numeric', { name: 'withholding_pct', nullable: true, transformer: percent })
  withholdingPct!: number | null;

  @Column('numeric', { name: 'overdraft_rate_pct', nullable: true, transformer: percent })
  overdraftRatePct!: number | null;

  @Column('bigint', { name: 'min_balance_cents' })
  minBalanceCents!: number;

  @Column('bigint', { name: 'max_balance_cents', nullable: true })
  maxBalanceCents!: number | null;

  @Column('bigint', { name: 'monthly_fee_cents' })
  monthlyFeeCents!: number;

  @Column('jsonb', { name: 'fee_waiver', nullable: true })
  feeWaiver!: FeeWaiver | null;

  @Column('bigint', { name: 'transfer_fee_cents' })
  transferFeeCents!: number;

  @Column('bigint', { name: 'instant_fee_cents', nullable: true })
  instantFeeCents!: number | null;

  /** Business days. */
  @Column('integer', { name: 'transfer_lead_days' })
  transferLeadDays!: number;

  @Column('text', { name: 'cut_off', nullable: true })
  cutOff!: TimeOfDay | null;

  @Column('bigint', { name: 'single_limit_cents', nullable: true })
  singleLimitCents!: number | null;

  @Column('bigint', { name: 'daily_limit_cents', nullable: true })
  dailyLimitCents!: number | null;

  @Column('boolean', { name: 'can_send' })
  canSend!: boolean;

  @Column('boolean', { name: 'can_receive' })
  canReceive!: boolean;

  @Column('uuid', { name: 'linked_account_id', nullable: true })
  linkedAccountId!: string | null;

  @Column('boolean', { nullable: true })
  payment!: boolean | null;

  @Column('text', { name: 'payee_name', nullable: true })
  payeeName!: string | null;

  @Column('date', { name: 'maturity_date', nullable: true })
  maturityDate!: Day | null;

  @Column('date', { name: 'opened_on', nullable: true })
  openedOn!: Day | null;

  @Column('date', { name: 'closed_on', nullable: true })
  closedOn!: Day | null;

  @Column('boolean')
  active!: boolean;
}
