import type { ColumnMapping } from '@fibado/contracts';
import { Column, Entity, PrimaryColumn } from 'typeorm';

/** How an account's files were read the last time. */
@Entity('import_mappings')
export class ImportMappingEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid', { name: 'account_id' })
  accountId!: string;

  @Column('text')
  layout!: string;

  @Column('jsonb', { nullable: true })
  mapping!: ColumnMapping | null;
}
