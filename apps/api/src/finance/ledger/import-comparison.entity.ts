import type { ColumnMapping } from '@fibado/contracts';
import type { QuarterDate } from '@fibado/planning';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A comparison of a bank's file, kept for a while so that it can be applied without being sent back. */
@Entity('import_comparisons')
export class ImportComparisonEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('date')
  quarter!: QuarterDate;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('text', { name: 'file_name' })
  fileName!: string;

  /** SHA-256, hexadecimal. */
  @Column('text', { name: 'file_hash' })
  fileHash!: string;

  @Column('text')
  layout!: string;

  @Column('jsonb')
  mapping!: ColumnMapping;

  /** What saving each row would store: JSON, compressed with gzip. */
  @Column('bytea')
  proposals!: Buffer;

  @Column('timestamptz', { name: 'applied_at', nullable: true })
  appliedAt!: Date | null;
}
