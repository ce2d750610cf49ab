import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ConsentAccount } from './bank-connector.js';

/** A household's own application at the provider. */
@Entity('bank_keys')
export class BankKeyEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @Column('uuid', { name: 'application_id' })
  applicationId!: string;

  /** The private key, sealed by `SecretBox`. */
  @Column('text', { name: 'key_sealed' })
  keySealed!: string;

  @Column('text')
  environment!: 'PRODUCTION' | 'SANDBOX';

  @Column('timestamptz', { name: 'created_at' })
  createdAt!: Date;

  @Column('text', { name: 'created_by' })
  createdBy!: string;
}

/** A consent a person is giving at a bank at this moment: one a person. */
@Entity('bank_consent_requests')
export class BankConsentRequestEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid', { name: 'user_id' })
  userId!: string;

  /** Of the state that the bank sends back. */
  @Column('text')
  fingerprint!: string;

  @Column('text')
  bank!: string;

  @Column('text')
  country!: string;

  /** The consent it renews. */
  @Column('uuid', { nullable: true })
  replaces!: string | null;

  @Column('timestamptz', { name: 'expires_at' })
  expiresAt!: Date;
}

/** A consent given at a bank. */
@Entity('bank_consents')
export class BankConsentEntity {
  @PrimaryColumn('uuid', { name: 'tenant_id' })
  tenantId!: string;

  @PrimaryColumn('uuid')
  id!: string;

  @Column('text')
  bank!: string;

  @Column('text')
  country!: string;

  /** The provider's id of it, sealed by `SecretBox`. */
  @Column('text', { name: 'session_sealed' })
  sessionSealed!: string;

  @Column('jsonb')
  accounts!: readonly ConsentAccount[];

  @Column('timestamptz', { name: 'given_at' })
  givenAt!: Date;

  @Column('text', { name: 'given_by' })
  givenBy!: string;

  @Column('timestamptz', { name: 'valid_until' })
  validUntil!: Date;

  /** The provider said that it is over before its date. */
  @Column('boolean')
  ended!: boolean;

  /** The household was reminded of its end. */
  @Column('boolean')
  reminded!: boolean;
}
