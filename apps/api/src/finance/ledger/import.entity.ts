import type { QuarterDate } from '@fibado/planning';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** One file whose rows became operations. */
@Entity('imports')
export class ImportEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('date')
  quarter!: QuarterDate;

  @Column('text', { name: 'file_name' })
  fileName!: string;

  /** SHA-256, hexadecimal. */
  @Column('text', { name: 'file_hash' })
  fileHash!: string;

  @Column('text')
  layout!: string;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  /** Operations it created. */
  @Column('integer')
  created!: number;

  /** Operations it changed or confirmed. */
  @Column('integer')
  updated!: number;

  @Column('timestamptz', { name: 'reverted_at', nullable: true })
  revertedAt!: Date | null;
}
