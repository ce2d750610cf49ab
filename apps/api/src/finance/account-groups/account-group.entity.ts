import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

@Entity('account_groups')
export class AccountGroupEntity extends TenantRow {
  @Column('text')
  name!: string;

  @Column('text', { array: true })
  holders!: readonly string[];

  @Column('integer', { name: 'sort_order' })
  order!: number;

  @Column('text', { nullable: true })
  color!: string | null;
}
