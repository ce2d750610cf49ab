import { Column, Entity } from 'typeorm';
import { TenantRow } from '../shared/tenant-row.js';

/** A person as a group names one. */
export interface GroupHolder {
  readonly id: string;
  readonly name: string;
}

@Entity('account_groups')
export class AccountGroupEntity extends TenantRow {
  @Column('text')
  name!: string;

  @Column('integer', { name: 'sort_order' })
  order!: number;

  @Column('text', { nullable: true })
  color!: string | null;

  /** In their order, from `account_group_holders`; the repository reads and writes them with the row. */
  holders!: readonly GroupHolder[];
}
