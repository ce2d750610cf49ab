import { changesOf } from './changes';

describe('the changes of a row', () => {
  it('name what changed first, with what stayed below', () => {
    expect(changesOf({ a: 1, b: 'x', c: true }, { a: 1, b: 'y', d: null })).toEqual([
      { field: 'b', before: 'x', after: 'y', changed: true },
      { field: 'c', before: 'true', after: undefined, changed: true },
      { field: 'd', before: undefined, after: 'null', changed: true },
      { field: 'a', before: '1', after: '1', changed: false },
    ]);
  });

  it('show a new and a deleted row', () => {
    expect(changesOf(null, { a: [1] })).toEqual([
      { field: 'a', before: undefined, after: '[1]', changed: true },
    ]);
    expect(changesOf({ a: 'x' }, undefined)).toEqual([
      { field: 'a', before: 'x', after: undefined, changed: true },
    ]);
    expect(changesOf(null, null)).toEqual([]);
  });
});
