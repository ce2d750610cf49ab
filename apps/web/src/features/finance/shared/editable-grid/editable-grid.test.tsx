import { MantineProvider } from '@mantine/core';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { EditableGrid, type GridColumn, type GridEdit } from './editable-grid';

interface Row {
  readonly key: string;
  readonly name: string;
  readonly kind: string;
  readonly done: string;
}

const columns: readonly GridColumn<Row>[] = [
  { id: 'name', header: 'Nome', width: '1fr', kind: 'text', text: (r) => r.name },
  {
    id: 'kind',
    header: 'Tipo',
    width: '1fr',
    kind: 'choice',
    text: (r) => r.kind,
    options: [
      { value: 'IN', label: 'Entrata' },
      { value: 'OUT', label: 'Uscita' },
    ],
  },
  { id: 'done', header: 'Fatto', width: '3rem', kind: 'check', text: (r) => r.done },
];

function Harness({
  log,
  focusRow,
}: {
  readonly log?: (edits: readonly GridEdit[]) => unknown;
  readonly focusRow?: string;
}) {
  const [rows, setRows] = useState<readonly Row[]>([
    { key: 'a', name: 'Affitto', kind: 'OUT', done: 'false' },
    { key: 'b', name: 'Paga', kind: 'IN', done: 'false' },
  ]);
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set());
  return (
    <MantineProvider env="test">
      <EditableGrid
        label="Righe"
        rows={rows}
        rowKey={(row) => row.key}
        columns={columns}
        focusRow={focusRow}
        selected={selected}
        onSelect={setSelected}
        onEdit={(edits) => {
          log?.(edits);
          setRows((old) =>
            old.map((row) =>
              edits.filter((e) => e.key === row.key).reduce((r, e) => ({ ...r, [e.column]: e.text }), row),
            ),
          );
        }}
        onAddRow={() => {
          setRows((old) => [...old, { key: `n${String(old.length)}`, name: '', kind: '', done: 'false' }]);
        }}
        onOverflow={(_, cells) => {
          setRows((old) => [
            ...old,
            ...cells.map((c, i) => ({ key: `p${String(i)}`, name: c[0] ?? '', kind: '', done: 'false' })),
          ]);
        }}
        onDelete={(keys) => {
          setRows((old) => old.filter((row) => !keys.includes(row.key)));
        }}
      />
    </MantineProvider>
  );
}

const cell = (row: number, column: number) => {
  const line = screen.getAllByRole('row')[row + 1];
  if (!line) throw new Error('no such row');
  const found = within(line).getAllByRole('gridcell')[column + 1];
  if (!found) throw new Error('no such cell');
  return found;
};
const focus = (element: HTMLElement) => {
  act(() => {
    element.focus();
  });
};

describe('EditableGrid', () => {
  it('replaces a cell by typing and goes down with Enter', async () => {
    render(<Harness />);
    focus(cell(0, 0));
    await userEvent.keyboard('Luce{Enter}');
    expect(cell(0, 0)).toHaveTextContent('Luce');
    expect(cell(1, 0)).toHaveFocus();
  });

  it('takes an edit back with Escape', async () => {
    render(<Harness />);
    focus(cell(0, 0));
    await userEvent.keyboard('xyz{Escape}');
    expect(cell(0, 0)).toHaveTextContent('Affitto');
    expect(cell(0, 0)).toHaveFocus();
  });

  it('chooses by first letter and moves on with Tab', async () => {
    render(<Harness />);
    focus(cell(0, 1));
    await userEvent.keyboard('e{Tab}');
    expect(cell(0, 1)).toHaveTextContent('Entrata');
    expect(cell(0, 2)).toHaveFocus();
  });

  it('goes on to the next cell with Tab from one that is not edited, and types there', async () => {
    render(<Harness />);
    focus(cell(0, 2));
    await userEvent.tab();
    expect(cell(1, 0)).toHaveFocus();
    await userEvent.keyboard('Bonus{Enter}');
    expect(cell(1, 0)).toHaveTextContent('Bonus');
    focus(cell(1, 0));
    await userEvent.tab({ shift: true });
    expect(cell(0, 2)).toHaveFocus();
  });

  it('lets Tab leave after Escape, and from the last cell', async () => {
    render(<Harness />);
    focus(cell(0, 0));
    await userEvent.keyboard('{Escape}');
    await userEvent.tab();
    expect(screen.getByRole('grid')).not.toContainElement(document.activeElement as HTMLElement);
    focus(cell(1, 2));
    await userEvent.tab();
    expect(screen.getByRole('grid')).not.toContainElement(document.activeElement as HTMLElement);
  });

  it('ticks with Space and selects a row with Shift+Space', async () => {
    render(<Harness />);
    focus(cell(1, 2));
    await userEvent.keyboard(' ');
    expect(within(cell(1, 2)).getByRole('checkbox')).toBeChecked();
    await userEvent.keyboard('{Shift>} {/Shift}');
    expect(screen.getAllByRole('row')[2]).toHaveAttribute('aria-selected', 'true');
  });

  it('opens a new row after the last one', async () => {
    render(<Harness />);
    focus(cell(1, 0));
    await userEvent.keyboard('{Enter}{Enter}');
    expect(screen.getAllByRole('row')).toHaveLength(4);
    expect(cell(2, 0)).toHaveFocus();
  });

  it('deletes a row with Ctrl+Delete', async () => {
    render(<Harness />);
    focus(cell(0, 0));
    await userEvent.keyboard('{Control>}{Delete}{/Control}');
    expect(screen.getAllByRole('row')).toHaveLength(2);
  });

  it('fills cells from a paste, labels of choices included, and adds rows below', () => {
    const calls: (readonly GridEdit[])[] = [];
    render(<Harness log={(edits) => calls.push(edits)} />);
    focus(cell(0, 0));
    fireEvent.paste(cell(0, 0), {
      clipboardData: { getData: () => 'Gas\tEntrata\nAcqua\tuscita\nNuova\tEntrata\n' },
    });
    expect(calls).toHaveLength(1);
    expect(cell(0, 0)).toHaveTextContent('Gas');
    expect(cell(0, 1)).toHaveTextContent('Entrata');
    expect(cell(1, 1)).toHaveTextContent('Uscita');
    expect(cell(2, 0)).toHaveTextContent('Nuova');
  });

  it('gives the focus to the row asked for from outside, once', () => {
    const { rerender } = render(<Harness />);
    rerender(<Harness focusRow="b" />);
    expect(cell(1, 0)).toHaveFocus();
    focus(cell(0, 0));
    rerender(<Harness focusRow="b" />);
    expect(cell(0, 0)).toHaveFocus();
  });
});

describe('a grid of many rows', () => {
  const ROWS: readonly Row[] = Array.from({ length: 1000 }, (_, index) => ({
    key: `k${String(index)}`,
    name: `Riga ${String(index)}`,
    kind: 'OUT',
    done: 'false',
  }));
  /** What the browser would tell of what comes near, which jsdom without a layout cannot. */
  const observed = new Map<Element, (near: boolean) => void>();
  class HandObserver {
    readonly #seen: IntersectionObserverCallback;
    readonly #targets = new Set<Element>();
    constructor(seen: IntersectionObserverCallback) {
      this.#seen = seen;
    }
    observe(target: Element): void {
      this.#targets.add(target);
      observed.set(target, (isIntersecting) =>
        this.#seen(
          [{ target, isIntersecting } as unknown as IntersectionObserverEntry],
          this as unknown as IntersectionObserver,
        ),
      );
    }
    disconnect(): void {
      for (const target of this.#targets) observed.delete(target);
    }
  }
  beforeAll(() => Object.assign(window, { IntersectionObserver: HandObserver }));
  afterAll(() => Reflect.deleteProperty(window, 'IntersectionObserver'));

  const drawn = () => screen.getAllByRole('row').length - 1;
  const named = (index: number) => screen.queryByText(`Riga ${String(index)}`);
  const long = (focusRow?: string) => (
    <MantineProvider env="test">
      <EditableGrid
        label="Righe"
        rows={ROWS}
        rowKey={(row) => row.key}
        columns={columns}
        focusRow={focusRow}
        onEdit={() => undefined}
      />
    </MantineProvider>
  );

  it('draws the first ones, says how many there are, and draws more as they come near', () => {
    render(long());
    expect(screen.getByRole('grid')).toHaveAttribute('aria-rowcount', '1001');
    expect(drawn()).toBe(144);
    expect(named(144)).not.toBeInTheDocument();
    const [next] = observed;
    act(() => next?.[1](false));
    expect(drawn()).toBe(144);
    act(() => next?.[1](true));
    expect(drawn()).toBe(168);
    expect(named(144)?.closest('[role="row"]')).toHaveAttribute('aria-rowindex', '146');
    act(() => [...observed].at(-1)?.[1](true));
    expect(named(999)).toBeInTheDocument();
    expect(named(500)).not.toBeInTheDocument();
  });

  it('goes by keyboard to rows that were not drawn, and leaves them drawn', async () => {
    render(long());
    focus(screen.getAllByRole('gridcell')[0] as HTMLElement);
    await userEvent.keyboard('{Control>}{End}{/Control}');
    expect(document.activeElement).toHaveAttribute('data-row', '999');
    await userEvent.keyboard('{Home}{PageUp}{PageUp}{PageUp}');
    expect(document.activeElement).toHaveTextContent('Riga 963');
    expect(named(999)).toBeInTheDocument();
  });

  it('gives the focus to a row asked for that was not drawn', () => {
    const { rerender } = render(long());
    rerender(long('k700'));
    expect(document.activeElement).toHaveTextContent('Riga 700');
  });
});
