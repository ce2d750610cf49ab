import { ids, testData } from '../shared/test-household';
import { pastCutOffs } from './cut-off-note';

const data = {
  ...testData,
  accounts: testData.accounts.map((one) => (one.id === ids.main ? { ...one, cutOff: '17:00' } : one)),
};

it('names the accounts whose cut-off has passed, and the business day on which their transfers leave', () => {
  // 15 January 2027 is a Friday.
  expect(pastCutOffs(data, { from: '2027-01-15', fromTime: '17:00' })).toEqual({
    accounts: ['Conto Alfa'],
    leavesOn: '2027-01-18',
  });
});

it('says nothing before the cut-off, without a time, or where the account takes no part', () => {
  expect(pastCutOffs(data, { from: '2027-01-15', fromTime: '16:59' })).toBeUndefined();
  expect(pastCutOffs(data, { from: '2027-01-15' })).toBeUndefined();
  const excluded = {
    ...data,
    quarter: { ...data.quarter, setups: data.quarter.setups.map((one) => ({ ...one, excluded: true })) },
  };
  expect(pastCutOffs(excluded, { from: '2027-01-15', fromTime: '18:00' })).toBeUndefined();
});
