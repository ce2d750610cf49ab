import { Column, Entity } from 'typeorm';
import { ImportedFile } from './imported-file.js';

/** One file whose rows became operations. */
@Entity('imports')
export class ImportEntity extends ImportedFile {
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
