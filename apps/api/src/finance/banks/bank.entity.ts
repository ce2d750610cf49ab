import type { GuaranteeScheme, InstantTransfers, StampDutyMethod, WeekendBooking } from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('banks')
export class BankEntity extends TenantRow {
  @Column('text')
  name!: string;

  @Column('text', { nullable: true })
  abi!: string | null;

  @Column('text', { nullable: true })
  bic!: string | null;

  @Column('text', { name: 'guarantee_scheme' })
  guaranteeScheme!: GuaranteeScheme;

  @Column('text', { name: 'stamp_duty_method' })
  stampDutyMethod!: StampDutyMethod;

  @Column('jsonb', { nullable: true })
  instant!: InstantTransfers | null;

  @Column('text', { name: 'weekend_booking', nullable: true })
  weekendBooking!: WeekendBooking | null;

  @Column('text', { nullable: true })
  color!: string | null;

  @Column('text', { nullable: true })
  notes!: string | null;
}
