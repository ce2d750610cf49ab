import type { Day } from '@fibado/planning';

/** What a household's own application proves itself with. */
export interface ConnectorCredentials {
  readonly applicationId: string;
  /** PEM. */
  readonly privateKey: string;
}

export interface ConnectorApplication {
  readonly environment: 'PRODUCTION' | 'SANDBOX';
  readonly active: boolean;
  /** Where the provider agrees to send people back. */
  readonly redirectUrls: readonly string[];
}

export interface ConnectableBank {
  readonly name: string;
  readonly country: string;
  /** The longest consent, days. */
  readonly maxDays: number;
}

export interface ConsentRequest {
  readonly bank: string;
  readonly country: string;
  readonly validUntil: Date;
  readonly state: string;
  readonly redirectUrl: string;
  readonly language: 'it' | 'en';
}

export interface ConsentAccount {
  /** The provider's id, which lives as long as the consent. */
  readonly uid: string;
  readonly iban?: string | undefined;
  readonly name?: string | undefined;
  readonly currency: string;
}

export interface GivenConsent {
  readonly consentId: string;
  readonly validUntil: Date;
  readonly accounts: readonly ConsentAccount[];
}

export interface FetchedMovement {
  /** The bank's own reference: the same one twice in an answer is one movement. */
  readonly reference?: string | undefined;
  readonly pending: boolean;
  readonly bookingDate?: Day | undefined;
  readonly valueDate?: Day | undefined;
  /** Decimal text, negative for money out. */
  readonly amount: string;
  readonly currency: string;
  readonly text: string;
}

export interface FetchedMovements {
  /** The days that were answered, which may begin later than those asked for. */
  readonly from: Day;
  readonly to: Day;
  readonly movements: readonly FetchedMovement[];
  /** The booked balance of now, decimal text in euro; absent where the bank states none. */
  readonly balance?: string | undefined;
}

/**
 * The door to a provider that reads accounts at banks (AISP). One is built in; another one implements this and knows
 * nothing of households, rows or comparisons. All throw DomainError with the codes of the contract.
 */
export interface BankConnector {
  /** Whether the administrator named the provider's address. */
  readonly enabled: boolean;
  application(credentials: ConnectorCredentials, signal: AbortSignal): Promise<ConnectorApplication>;
  banks(credentials: ConnectorCredentials, country: string, signal: AbortSignal): Promise<ConnectableBank[]>;
  /** @returns the address at which the person gives the consent. */
  startConsent(
    credentials: ConnectorCredentials,
    request: ConsentRequest,
    signal: AbortSignal,
  ): Promise<string>;
  completeConsent(
    credentials: ConnectorCredentials,
    code: string,
    signal: AbortSignal,
  ): Promise<GivenConsent>;
  /** A consent that is over already counts as closed. */
  closeConsent(credentials: ConnectorCredentials, consentId: string, signal: AbortSignal): Promise<void>;
  movements(
    credentials: ConnectorCredentials,
    accountUid: string,
    days: { readonly from: Day; readonly to: Day },
    signal: AbortSignal,
  ): Promise<FetchedMovements>;
}

export const BANK_CONNECTOR = Symbol('bank connector');
