import type { ColumnMapping } from '@fibado/contracts';
import { Column, Entity } from 'typeorm';
import { ImportedFile } from './imported-file.js';

/** A comparison of a bank's file, kept for a while so that it can be applied without being sent back. */
@Entity('import_comparisons')
export class ImportComparisonEntity extends ImportedFile {
  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;

  @Column('jsonb')
  mapping!: ColumnMapping;

  /** What saving each row would store: JSON, compressed with gzip. */
  @Column('bytea')
  proposals!: Buffer;

  @Column('timestamptz', { name: 'applied_at', nullable: true })
  appliedAt!: Date | null;
}
