import type { Settings } from '@fibado/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

const percent = { to: (value: number) => value, from: (value: string) => Number(value) };

@Entity('settings')
export class SettingsEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @Column('text')
  language!: Settings['language'];

  @Column('bigint', { name: 'effort_cost_cents' })
  effortCostCents!: number;

  @Column('bigint', { name: 'min_balance_cents' })
  minBalanceCents!: number;

  @Column('bigint', { name: 'transfer_step_cents' })
  transferStepCents!: number;

  @Column('bigint', { name: 'threshold_margin_cents' })
  thresholdMarginCents!: number;

  @Column('bigint', { name: 'guarantee_limit_cents' })
  guaranteeLimitCents!: number;

  @Column('text', { name: 'guarantee_policy' })
  guaranteePolicy!: Settings['guaranteePolicy'];

  @Column('boolean', { name: 'business_days_only' })
  businessDaysOnly!: boolean;

  @Column('text')
  calendar!: Settings['calendar'];

  @Column('numeric', { name: 'withholding_pct', transformer: percent })
  withholdingPct!: number;

  @Column('boolean', { name: 'automatic_plans' })
  automaticPlans!: boolean;

  @Column('integer', { name: 'horizon_quarters' })
  horizonQuarters!: number;

  @Column('jsonb')
  reminders!: Settings['reminders'];

  @Column('jsonb')
  notifications!: Settings['notifications'];

  @Column('integer')
  version!: number;
}
