import { adminTenants, adminUsers, type Role, tokens } from '@fibado/contracts';
import { type Client, createClient } from '@fibado/client';
import { admin, type Person } from './journey';

/** Calls of a signed-in person past the screens: for what a journey starts from. */
export async function callerFor(person: Person): Promise<Client> {
  const baseUrl = process.env['E2E_URL'] ?? '';
  const guest = createClient({ baseUrl, clientCode: 'e2e' });
  const { token, userLogged } = await guest.call(tokens.generate, {
    body: { username: person.username, password: person.password, tokenClient: 'e2e' },
  });
  if (token === undefined) throw new Error(`${person.username} could not sign in`);
  const tenant = userLogged?.tenant;
  return createClient({ baseUrl, clientCode: 'e2e', token: () => token, tenant: () => tenant });
}

let counter = 0;

/** A household with one member and nothing else. */
export const newHousehold = async (roles?: readonly Role[]): Promise<Person> =>
  (await newTenant(roles)).member;

/** A household's administrator, who manages its users and groups. */
export const newAdministrator = async (): Promise<Person> => (await newTenant()).administrator;

/** A household with its administrator and one member, Anna Prova. */
export async function newTenant(
  roles: readonly Role[] = ['FBDO_FIBADO'],
): Promise<{ member: Person; administrator: Person }> {
  counter += 1;
  const code = `casa${Date.now().toString(36)}${String(counter)}`;
  const person = { username: `${code}_anna`, password: 'una-lunga-parola-di-prova-7' };
  const administrator = { username: `${code}_capo`, password: person.password };
  const caller = await callerFor(admin());
  const { tenant } = await caller.call(adminTenants.save, {
    body: {
      code,
      name: `Casa ${code}`,
      administrator: {
        username: administrator.username,
        name: 'Chi amministra',
        email: `capo@${code}.example.org`,
        password: administrator.password,
      },
    },
  });
  // Members of a household are let in by the household.
  const head = await callerFor(administrator);
  await head.call(adminUsers.save, {
    body: {
      username: person.username,
      name: 'Anna Prova',
      email: `${code}@example.org`,
      password: person.password,
      memberships: [{ tenantId: tenant.id, roles: [...roles], groupIds: [] }],
    },
  });
  return { member: person, administrator };
}
