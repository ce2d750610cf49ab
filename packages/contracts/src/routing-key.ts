// Apart from the schemas: every page of the web application loads it.

/** The routing key of one user's notifications. */
export const routingKeyOf = (tenant: string, username: string): string => `${tenant}-${username}`;
