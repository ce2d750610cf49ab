import { testAccount, testHousehold, testQuarter, ids } from '../shared/test-household';
import {
  editSetup,
  isSetupChanged,
  newSetupDraft,
  readSetup,
  setupChecks,
  setupDraftOf,
  setupDrafts,
} from './setup-model';

const drafts = testQuarter.setups.map(setupDraftOf);

it('keeps the household’s order of accounts, in whatever order the setups come', () => {
  const accounts = testHousehold.accounts.map(({ id }) => id);
  const given = setupDrafts(testQuarter.setups.toReversed(), testHousehold).map(({ accountId }) => accountId);
  expect(given).toEqual(accounts.filter((id) => given.includes(id)));
  expect(given).toHaveLength(testQuarter.setups.length);
});

describe('readSetup', () => {
  it('reads amounts as people write them and leaves empty limits out', () => {
    const draft = { ...newSetupDraft(ids.main), opening: '1.234,5', min: '-10', notes: ' ok ' };
    expect(readSetup(draft).setup).toEqual({
      accountId: ids.main,
      openingBalanceCents: 123_450,
      minBalanceCents: -1000,
      excluded: false,
      notes: 'ok',
    });
  });

  it.each([
    [{ opening: '' }, 'opening', 'REQUIRED'],
    [{ opening: 'x' }, 'opening', 'AMOUNT'],
    [{ min: 'x' }, 'min', 'AMOUNT'],
    [{ max: '-1' }, 'max', 'TOO_SMALL'],
    [{ min: '10', max: '9,99' }, 'max', 'BELOW_MINIMUM'],
  ])('says what is wrong with %j', (patch, field, issue) => {
    expect(readSetup({ ...setupDraftOf(testQuarter.setups[0]!), ...patch }).issues).toHaveProperty(
      field,
      issue,
    );
  });
});

it('knows what changed', () => {
  const [draft] = drafts;
  expect(isSetupChanged(draft!)).toBe(false);
  expect(isSetupChanged(editSetup(draft!, 'opening', '20.000'))).toBe(false);
  expect(isSetupChanged(editSetup(draft!, 'opening', '20.000,01'))).toBe(true);
  expect(isSetupChanged(editSetup(draft!, 'excluded', 'true'))).toBe(true);
});

describe('setupChecks', () => {
  const check = (patch: Partial<Parameters<typeof setupChecks>[0]> = {}, rows = drafts) =>
    setupChecks({ ...testHousehold, ...patch }, '2027-01-01', rows, undefined, 1);

  it('finds nothing in a complete quarter', () => {
    expect(check()).toEqual([]);
  });

  it('blocks without accounts, and on a row that cannot be read or is not saved', () => {
    expect(check({ accounts: [] }, [])).toEqual([{ kind: 'NO_ACCOUNTS', blocking: true }]);
    expect(check({}, [editSetup(drafts[0]!, 'opening', 'x'), drafts[1]!])).toEqual([
      { kind: 'UNREADABLE', blocking: true, account: 'Conto Alfa' },
    ]);
    expect(check({}, [editSetup(drafts[0]!, 'opening', '1'), drafts[1]!])).toEqual([
      { kind: 'UNSAVED', blocking: true, account: 'Conto Alfa' },
    ]);
  });

  it('advises on accounts left out, rates that end, and links that lead nowhere', () => {
    const accounts = [
      testAccount({
        id: ids.main,
        name: 'Conto Alfa',
        bankId: ids.alfa,
        rates: [
          {
            from: '2027-01-01',
            to: '2027-02-28',
            tiers: [{ upToCents: null, ratePct: 1 }],
            tierMode: 'MARGINAL',
          },
        ],
        linkedAccountId: ids.savings,
      }),
      testAccount({ id: ids.savings, name: 'Vincolato', bankId: ids.beta, kind: 'DEPOSIT_TERM', rates: [] }),
    ];
    expect(check({ accounts }, [drafts[0]!]).map((c) => c.kind)).toEqual([
      'RATE_ENDS',
      'LINKED_LEFT_OUT',
      'ACCOUNT_LEFT_OUT',
    ]);
    expect(check({ accounts }).map((c) => c.kind)).toEqual(['RATE_ENDS', 'NO_RATE', 'TERM_WITHOUT_LINK']);
  });
});
