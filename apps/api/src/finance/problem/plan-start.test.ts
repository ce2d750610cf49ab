import { anAccount, aProblem } from '@fibado/planning/testing';
import { FixedClock } from '../../platform/clock.js';
import { planStart } from './plan-start.js';

describe('when transfers of a plan may leave', () => {
  const problem = aProblem({
    quarter: '2027-04-01',
    accounts: [anAccount(1, { cutOff: '17:00' }), anAccount(2, { cutOff: '15:30' }), anAccount(3)],
  });
  const at = (iso: string, given = {}) => planStart(new FixedClock(iso), problem, given);

  it('is today in Italy, after the cut-offs that have passed by the Italian clock', () => {
    // 17:40 in summer, 16:40 in winter.
    expect(at('2027-06-24T15:40:00Z')).toEqual({ from: '2027-06-24', fromTime: '17:00' });
    expect(at('2027-06-24T14:59:00Z')).toEqual({ from: '2027-06-24', fromTime: '15:30' });
    expect(at('2027-06-24T07:00:00Z')).toEqual({ from: '2027-06-24' });
    expect(at('2027-06-23T22:00:00Z')).toEqual({ from: '2027-06-24' });
  });

  it('is the day asked for, before every cut-off unless it is today', () => {
    expect(at('2027-03-01T15:40:00Z')).toEqual({ from: '2027-04-01' });
    expect(at('2027-06-24T15:40:00Z', { from: '2027-06-25' })).toEqual({ from: '2027-06-25' });
    expect(at('2027-06-24T15:40:00Z', { from: '2027-06-24' })).toMatchObject({ fromTime: '17:00' });
    expect(at('2027-06-24T15:40:00Z', { from: '2027-06-24', fromTime: '09:00' })).toMatchObject({
      fromTime: '09:00',
    });
  });
});
