import type { QuarterDate } from '@fibado/planning';
import { Column, PrimaryColumn } from 'typeorm';

/** What is known of a bank's file, whether its rows were compared or became operations. */
export abstract class ImportedFile {
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

  @Column('text', { name: 'file_name' })
  fileName!: string;

  /** SHA-256, hexadecimal. */
  @Column('text', { name: 'file_hash' })
  fileHash!: string;

  @Column('text')
  layout!: string;
}
