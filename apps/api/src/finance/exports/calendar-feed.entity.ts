import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A member's private address of the household's calendar; the address itself is derived and not stored. */
@Entity('calendar_feeds')
export class CalendarFeedEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  /** The member it belongs to. */
  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Makes a renewed address another one. */
  @Column('text')
  nonce!: string;

  /** Of the address's secret, to find the household by. */
  @Column('text')
  fingerprint!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;
}
