export declare const REALM_FILE: string;
export declare const IMPORTED_REALM: string;
export declare const KEYCLOAK_ADMIN: { readonly username: string; readonly password: string };
export declare function startKeycloak(
  distribution: string,
): Promise<{ readonly url: string; readonly close: () => Promise<void> }>;
