import { type Crumb, visit } from './breadcrumb';

const crumb = (key: string): Crumb => ({ key, label: key, to: `/${key}` });
const keys = (stack: readonly Crumb[]): string[] => stack.map((entry) => entry.key);

describe('the trail', () => {
  it('grows with every new page', () => {
    const first = visit([], [], crumb('accounts'));
    expect(keys(visit(first, [], crumb('banks')))).toEqual(['accounts', 'banks']);
  });

  it('is trimmed back to a page that is visited again, with its newest address', () => {
    const stack = ['accounts', 'banks', 'groups'].map(crumb);
    const after = visit(stack, [], { ...crumb('banks'), to: '/banks?search=x' });
    expect(keys(after)).toEqual(['accounts', 'banks']);
    expect(after[1]?.to).toBe('/banks?search=x');
  });

  it('begins with the parents of a page opened from outside', () => {
    expect(keys(visit([], [crumb('accounts')], crumb('edit')))).toEqual(['accounts', 'edit']);
    expect(keys(visit([crumb('accounts')], [crumb('accounts')], crumb('edit')))).toEqual([
      'accounts',
      'edit',
    ]);
  });
});
