import { fireEvent, render, screen } from '@testing-library/react';
import { useMemo } from 'react';
import { useShortcutList, useShortcuts } from './shortcuts';

const jest = import.meta.jest;
const [help, save, add] = [jest.fn(), jest.fn(), jest.fn()];

function Keys() {
  const items = useMemo(
    () => [
      { keys: '?', label: 'HELP', run: help },
      { keys: 'mod+Enter', label: 'SAVE', run: save },
      { keys: 'n', label: 'ADD', run: add },
    ],
    [],
  );
  useShortcuts(items);
  return <input aria-label="field" />;
}

function List() {
  return (
    <p>
      {useShortcutList()
        .map((item) => item.label)
        .join(' ')}
    </p>
  );
}

beforeEach(() => jest.clearAllMocks());

describe('the keys of a page', () => {
  it('work with and without shift for ?, and are listed while the page is there', () => {
    const { rerender } = render(
      <>
        <List />
        <Keys />
      </>,
    );
    fireEvent.keyDown(document.body, { key: '?', shiftKey: true, code: 'Slash' });
    fireEvent.keyDown(document.body, { key: '?', code: 'Minus' });
    expect(help).toHaveBeenCalledTimes(2);
    expect(screen.getByText('HELP SAVE ADD')).toBeInTheDocument();
    rerender(<List />);
    expect(screen.queryByText('HELP SAVE ADD')).not.toBeInTheDocument();
    fireEvent.keyDown(document.body, { key: '?' });
    expect(help).toHaveBeenCalledTimes(2);
  });

  it('save from inside a field, where letters are text', () => {
    render(<Keys />);
    const field = screen.getByLabelText('field');
    fireEvent.keyDown(field, { key: 'Enter', ctrlKey: true });
    fireEvent.keyDown(field, { key: 'n' });
    expect([save.mock.calls.length, add.mock.calls.length]).toEqual([1, 0]);
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(add).toHaveBeenCalledTimes(1);
  });
});
