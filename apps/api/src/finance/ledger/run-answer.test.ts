import { answerTo } from './run-answer.js';

describe('the stored answer to a question', () => {
  const frontier = {
    points: [{ most: 0, transfers: 0, netReturnCents: 1, objectiveCents: 1, exact: true }],
    complete: true,
  };

  it('is read by the schema of its kind', () => {
    expect(answerTo('FRONTIER', { kind: 'FRONTIER', value: frontier })).toEqual(frontier);
  });

  it('is refused when it is of another kind, or does not fit its own', () => {
    expect(() => answerTo('REGRET', { kind: 'FRONTIER', value: frontier })).toThrow('REGRET');
    expect(() => answerTo('FRONTIER', { kind: 'FRONTIER', value: { points: [{ most: 0 }] } })).toThrow();
  });
});
