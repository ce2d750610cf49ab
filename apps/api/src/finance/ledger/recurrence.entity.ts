import type { Day, OnNonBusinessDay, OperationKind } from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('recurrences')
export class RecurrenceEntity extends TenantRow {
  @Column('text')
  kind!: OperationKind;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'to_account_id', nullable: true })
  toAccountId!: string | null;

  @Column('bigint', { name: 'amount_cents' })
  amountCents!: number;

  @Column('bigint', { name: 'low_cents', nullable: true })
  lowCents!: number | null;

  @Column('bigint', { name: 'high_cents', nullable: true })
  highCents!: number | null;

  @Column('text')
  description!: string;

  @Column('text', { nullable: true })
  category!: string | null;

  /** An RRULE, as `rruleOf` writes it. */
  @Column('text')
  rule!: string;

  @Column('text', { name: 'on_non_business_day' })
  onNonBusinessDay!: OnNonBusinessDay;

  @Column('date', { name: 'starts_on' })
  startsOn!: Day;

  @Column('date', { name: 'ends_on', nullable: true })
  endsOn!: Day | null;

  @Column('text')
  origin!: 'MANUAL' | 'LEARNT';
}
