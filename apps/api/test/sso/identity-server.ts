/** A person at the identity provider. */
export interface Person {
  readonly username: string;
  readonly email: string;
  readonly password: string;
}

export interface Tokens {
  readonly access: string;
  readonly id: string;
  readonly refresh: string | undefined;
}

/** A running identity provider, as the suite uses it. */
export interface IdentityServer {
  readonly name: 'Keycloak' | 'oidc-provider';
  /** What `KEYCLOAK_URL` is set to. */
  readonly url: string;
  readonly realm: string;
  newPerson(username: string): Promise<Person>;
  /** Another public client of the same realm, whose tokens are not for us. */
  readonly otherClient: string;
  close(): Promise<void>;
}

export const CLIENT = 'fibado-web';
export const REDIRECT_URI = 'http://localhost:8080/';
