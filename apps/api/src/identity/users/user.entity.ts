import { Column, Entity, PrimaryColumn } from 'typeorm';

@Entity('users')
export class UserEntity {
  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  username!: string;

  @Column('text')
  name!: string;

  @Column('text')
  email!: string;

  @Column('text', { nullable: true })
  phone!: string | null;

  @Column('text')
  language!: 'it' | 'en';

  @Column('text', { name: 'password_hash', nullable: true, select: false })
  passwordHash?: string | null;

  @Column('timestamptz', { name: 'password_changed_at', nullable: true })
  passwordChangedAt!: Date | null;

  /** Who vouches for the person: the identity provider's issuer and the person's subject there. */
  @Column('text', { name: 'sso_issuer', nullable: true })
  ssoIssuer!: string | null;

  @Column('text', { name: 'sso_subject', nullable: true })
  ssoSubject!: string | null;

  /** The identity was untied: no other is tied by itself. */
  @Column('boolean', { name: 'identity_closed' })
  identityClosed!: boolean;

  @Column('boolean')
  blocked!: boolean;

  /** An account with a published password: see `Demonstration`. */
  @Column('boolean')
  demonstration!: boolean;

  /** A square WebP picture. */
  @Column('bytea', { nullable: true })
  avatar!: Buffer | null;

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('integer')
  version!: number;
}
