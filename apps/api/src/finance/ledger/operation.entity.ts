import type {
  Day,
  OperationKind,
  OperationOrigin,
  OperationStatus,
  QuarterDate,
  SendSpeed,
  Uncertainty,
} from '@fibado/planning';
import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('operations')
export class OperationEntity extends TenantRow {
  @Column('date')
  quarter!: QuarterDate;

  @Column('text')
  kind!: OperationKind;

  @Column('date')
  date!: Day;

  @Column('date', { name: 'value_date' })
  valueDate!: Day;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('uuid', { name: 'to_account_id', nullable: true })
  toAccountId!: string | null;

  @Column('text', { nullable: true })
  speed!: SendSpeed | null;

  @Column('bigint', { name: 'amount_cents' })
  amountCents!: number;

  @Column('text')
  description!: string;

  @Column('text', { nullable: true })
  category!: string | null;

  @Column('text')
  status!: OperationStatus;

  @Column('text')
  origin!: OperationOrigin;

  @Column('boolean')
  locked!: boolean;

  @Column('text', { name: 'import_key', nullable: true })
  importKey!: string | null;

  @Column('uuid', { name: 'recurrence_id', nullable: true })
  recurrenceId!: string | null;

  @Column('jsonb', { nullable: true })
  uncertainty!: Uncertainty | null;
}
