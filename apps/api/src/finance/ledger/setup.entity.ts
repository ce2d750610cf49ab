import type { Carried, QuarterDate } from '@fibado/planning';
import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('setups')
export class SetupEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('date')
  quarter!: QuarterDate;

  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('bigint', { name: 'opening_balance_cents' })
  openingBalanceCents!: number;

  @Column('bigint', { name: 'min_balance_cents', nullable: true })
  minBalanceCents!: number | null;

  @Column('bigint', { name: 'max_balance_cents', nullable: true })
  maxBalanceCents!: number | null;

  @Column('boolean')
  excluded!: boolean;

  @Column('text', { nullable: true })
  notes!: string | null;

  @Column('jsonb', { nullable: true })
  carried!: Carried | null;
}
