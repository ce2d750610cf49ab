import type { Operation } from '@fibado/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What an import did to one operation, so that it can be taken back. */
@Entity('import_changes')
export class ImportChangeEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid', { name: 'import_id' })
  importId!: string;

  @PrimaryColumn('uuid', { name: 'operation_id' })
  operationId!: string;

  /** The operation as it was; absent when the import created it. */
  @Column('jsonb', { nullable: true })
  before!: Operation | null;

  /** The version the import left; a later one was changed since. */
  @Column('integer', { name: 'version_after' })
  versionAfter!: number;
}
