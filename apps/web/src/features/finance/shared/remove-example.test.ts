import type { AccountGroup, Operation, Quarter, Recurrence, SaveOperation } from '@fibado/contracts';
import { createExampleHousehold } from './example-household';
import { EXAMPLE } from './example-names';
import { type ExampleSurroundings, planRemoval, removeExample } from './remove-example';
import { testAccount } from './test-household';

const QUARTER = '2026-10-01';

interface Asked {
  readonly id: string;
  readonly input: {
    readonly body?: Record<string, unknown>;
    readonly params?: Record<string, string>;
  };
}

/** Runs a function against calls that answer what was sent, with an id; tells what was called. */
async function recorded(run: (client: never) => Promise<unknown>): Promise<Asked[]> {
  const asked: Asked[] = [];
  let ids = 0;
  const client = {
    call: (endpoint: { id: string }, input: Asked['input'] = {}) => {
      asked.push({ id: endpoint.id, input });
      ids += 1;
      return Promise.resolve({ ...input.body, id: `id-${String(ids)}`, version: 1 });
    },
  };
  await run(client as never);
  return asked;
}

/** The household as it is after the example was created. */
async function exampleHousehold(): Promise<ExampleSurroundings> {
  const asked = await recorded((client) => createExampleHousehold(client, QUARTER));
  const made = <T>(id: string): T[] =>
    asked.flatMap((one, index) =>
      one.id === id ? [{ ...one.input.body, id: `id-${String(index + 1)}`, version: 1 } as T] : [],
    );
  const bulk = asked.find(({ id }) => id === 'operations.saveBulk')?.input.body as {
    operations: SaveOperation[];
    recurrences: Recurrence[];
  };
  const groups = made<AccountGroup>('accountGroups.save');
  const names = [...new Set(groups.flatMap(({ holders }) => holders))];
  const setups = asked.find(({ id }) => id === 'quarters.saveSetups')?.input.body?.['setups'];
  return {
    banks: made('banks.save'),
    persons: names.map((name) => ({ id: name, name, role: 'OTHER', version: 1 })),
    accountGroups: groups.map((group) => ({ ...group, holderIds: group.holders })),
    accounts: made('accounts.save'),
    quarters: [{ date: QUARTER, state: 'INITIALIZED', setups, version: 2 } as unknown as Quarter],
    operations: bulk.operations.map(
      (one, index) => ({ ...one, id: `op-${String(index)}`, status: 'PLANNED', version: 1 }) as Operation,
    ),
    recurrences: bulk.recurrences.map((one) => ({ ...one, version: 1 })),
  };
}

describe('removing the example household', () => {
  let home: ExampleSurroundings;
  beforeEach(async () => {
    home = await exampleHousehold();
  });

  it('takes everything the example made, the linked account after the one that names it', async () => {
    const going = planRemoval(home);
    expect(going.keeps).toEqual([]);
    expect(going.quarter).toBe(QUARTER);
    expect(going.operations).toHaveLength(home.operations.length);
    const asked = await recorded((client) => removeExample(client, going));
    expect(asked.map(({ id }) => id)).toEqual([
      'operations.saveBulk',
      ...Array.from({ length: 3 }, () => 'recurrences.delete'),
      'quarters.delete',
      ...Array.from({ length: 3 }, () => 'accounts.delete'),
      ...Array.from({ length: 2 }, () => 'accountGroups.delete'),
      ...Array.from({ length: 2 }, () => 'persons.delete'),
      ...Array.from({ length: 2 }, () => 'banks.delete'),
    ]);
    expect(going.accounts[0]?.name).toBe(EXAMPLE.accounts.deposit);
  });

  it('takes planned transfers computed between its accounts, and none that was made', () => {
    const [from, to] = home.accounts;
    const transfer = {
      ...home.operations[0],
      kind: 'TRANSFER',
      origin: 'OPTIMIZER',
      accountId: from?.id,
      toAccountId: to?.id,
      version: 4,
    } as Operation;
    const planned: Operation = { ...transfer, id: 'planned' };
    expect(planRemoval({ ...home, operations: [...home.operations, planned] }).keeps).toEqual([]);
    const made: Operation = { ...transfer, id: 'made', status: 'DONE' };
    const kept = planRemoval({ ...home, operations: [...home.operations, made] });
    expect(kept.operations).not.toContain(made);
    expect(kept.quarter).toBeUndefined();
    expect(kept.accounts).toEqual([]);
  });

  it('keeps an edited account with its bank and group, and says so', () => {
    const accounts = home.accounts.map((one) =>
      one.name === EXAMPLE.accounts.joint ? { ...one, version: 2 } : one,
    );
    const going = planRemoval({ ...home, accounts });
    expect(going.keeps).toEqual([EXAMPLE.accounts.joint, EXAMPLE.groups.couple, EXAMPLE.banks.everyday]);
    expect(going.accounts.map(({ name }) => name)).toEqual([EXAMPLE.accounts.deposit, EXAMPLE.accounts.own]);
    expect(going.persons).toEqual([]);
    expect(going.quarter).toBe(QUARTER);
  });

  it('keeps a person who was described, and says so', () => {
    const persons = home.persons.map((one) =>
      one.name === EXAMPLE.persons.luca ? { ...one, role: 'DECLARANT' as const, version: 2 } : one,
    );
    const going = planRemoval({ ...home, persons });
    expect(going.persons.map(({ name }) => name)).toEqual([EXAMPLE.persons.chiara]);
    expect(going.keeps).toEqual([EXAMPLE.persons.luca]);
  });

  it('keeps edited movements, and the quarter and accounts they need', () => {
    const [first, ...rest] = home.operations;
    if (!first) throw new Error('the example has movements');
    const going = planRemoval({ ...home, operations: [{ ...first, version: 2 }, ...rest] });
    expect(going.operations).toHaveLength(rest.length);
    expect([going.quarter, going.accounts]).toEqual([undefined, []]);
    expect(going.keeps).toContain(EXAMPLE.accounts.joint);
  });

  it.each([
    ['started', (quarter: Quarter): Quarter => ({ ...quarter, state: 'STARTED' })],
    [
      'with another opening',
      (quarter: Quarter): Quarter => ({
        ...quarter,
        setups: quarter.setups.map((setup, index) =>
          index === 0 ? { ...setup, openingBalanceCents: 1 } : setup,
        ),
      }),
    ],
  ])('keeps a quarter that is %s', (_, change) => {
    const going = planRemoval({ ...home, quarters: home.quarters.map(change) });
    expect(going.quarter).toBeUndefined();
    expect(going.accounts).toEqual([]);
    expect(going.operations.length).toBeGreaterThan(0);
  });

  it('leaves what the household entered itself alone', () => {
    const bankId = home.banks[0]?.id ?? '';
    const own = testAccount({ id: 'own', name: 'Conto vero', bankId });
    const mine = { ...home.operations.at(-1), id: 'mine', description: 'Dentista' } as Operation;
    const going = planRemoval({
      ...home,
      accounts: [...home.accounts, own],
      operations: [...home.operations, mine],
    });
    expect(going.accounts).not.toContainEqual(own);
    expect(going.banks.map(({ id }) => id)).not.toContain(bankId);
    expect(going.operations).not.toContainEqual(mine);
  });
});
