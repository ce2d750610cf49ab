import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The private address of a household's calendar; the address itself is derived and not stored. */
@Entity('calendar_feeds')
export class CalendarFeedEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  /** Makes a renewed address another one. */
  @Column('text')
  nonce!: string;

  /** Of the address's secret, to find the household by. */
  @Column('text')
  fingerprint!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
