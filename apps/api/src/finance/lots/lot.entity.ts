import type { ArchivedLot } from '@fibado/contracts';
import type { Day } from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { percent } from '../shared/percent.js';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('lots')
export class LotEntity extends TenantRow {
  @Column('uuid', { name: 'offer_id' })
  offerId!: string;

  @Column('bigint', { name: 'amount_cents' })
  amountCents!: number;

  @Column('date', { name: 'opened_on' })
  openedOn!: Day;

  @Column('date', { name: 'maturity_date' })
  maturityDate!: Day;

  @Column('numeric', { name: 'rate_pct', transformer: percent })
  ratePct!: number;

  @Column('date', { name: 'broken_on', nullable: true })
  brokenOn!: Day | null;

  @Column('text', { nullable: true })
  renewal!: NonNullable<ArchivedLot['renewal']> | null;

  @Column('uuid', { name: 'renews_lot_id', nullable: true })
  renewsLotId!: string | null;
}
