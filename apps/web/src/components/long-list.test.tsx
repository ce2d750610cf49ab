import { MantineProvider } from '@mantine/core';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../test/texts';
import { LongList } from './long-list';

const NUMBERS = Array.from({ length: 25 }, (_, index) => `Numero ${String(index + 1)}`);
const MORE = { it: 'Mostra altri', en: 'Show more' };

const items = () => within(screen.getByRole('list')).getAllByRole('listitem');

function show(names: readonly string[], linked = true, always?: (name: string) => boolean) {
  return (
    <MantineProvider env="test">
      <LongList items={names} itemKey={(name) => name} step={10} {...(always ? { always } : {})}>
        {(name) => (linked ? <button type="button">{name}</button> : <span>{name}</span>)}
      </LongList>
    </MantineProvider>
  );
}

describe.each([
  ['it', '10 di 25'],
  ['en', '10 of 25'],
] as const)('a long list in %s', (language, shown) => {
  beforeAll(() => startTexts(language));

  it('draws its first items and says of how many', () => {
    render(show(NUMBERS));
    expect(items()).toHaveLength(10);
    expect(screen.getByText(shown)).toBeInTheDocument();
    expect(screen.getByRole('button', { name: MORE[language] })).toBeInTheDocument();
  });

  it('draws more by keyboard and goes on at the first new one, also when the last ones have come', async () => {
    render(show(NUMBERS));
    for (const first of [11, 21]) {
      screen.getByRole('button', { name: MORE[language] }).focus();
      await userEvent.keyboard('{Enter}');
      expect(screen.getByRole('button', { name: `Numero ${String(first)}` })).toHaveFocus();
    }
    expect(items()).toHaveLength(25);
    expect(screen.queryByRole('button', { name: MORE[language] })).not.toBeInTheDocument();
  });
});

describe('a long list', () => {
  beforeAll(() => startTexts('it'));

  it('gives the focus to a row without controls', async () => {
    render(show(NUMBERS, false));
    await userEvent.click(screen.getByRole('button', { name: 'Mostra altri' }));
    expect(items()[10]).toHaveFocus();
    expect(items()[10]).toHaveTextContent('Numero 11');
  });

  it('draws what has to be in sight wherever it stands', async () => {
    render(show(NUMBERS, true, (name) => name === 'Numero 25'));
    expect(items().map((item) => item.textContent)).toEqual([...NUMBERS.slice(0, 10), 'Numero 25']);
    await userEvent.click(screen.getByRole('button', { name: 'Mostra altri' }));
    expect(screen.getByRole('button', { name: 'Numero 11' })).toHaveFocus();
    expect(items()).toHaveLength(21);
  });

  it('offers nothing where all are drawn', () => {
    const { rerender } = render(show(NUMBERS));
    rerender(show(NUMBERS.slice(0, 10)));
    expect(items()).toHaveLength(10);
    expect(screen.queryByRole('button', { name: 'Mostra altri' })).not.toBeInTheDocument();
  });
});
