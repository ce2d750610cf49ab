import { Column, PrimaryColumn } from 'typeorm';

/** What every entity of a household has: its tenant as part of the key, and the version of optimistic locking. */
export abstract class TenantRow {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('integer')
  version!: number;
}
