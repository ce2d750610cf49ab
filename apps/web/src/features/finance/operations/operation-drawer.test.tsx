import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useTexts as startTexts } from '../../../../test/texts';
import { testData } from '../shared/test-household';
import { createReader, type DraftField, editDraft, newDraft, type OperationDraft } from './draft';
import { OperationDrawer } from './operation-drawer';
import { initialRows } from './rows';

beforeAll(() => startTexts('it'));

const { accounts, quarter, operations, settings } = testData;
const read = createReader({
  quarter: quarter.date,
  accounts,
  inQuarter: new Set(accounts.map((a) => a.id)),
  calendar: settings.calendar,
});
const open = (draft: OperationDraft, onEdit: (field: DraftField, text: string) => void = () => undefined) =>
  render(
    <MantineProvider env="test">
      <OperationDrawer
        draft={draft}
        reading={read(draft)}
        accounts={accounts}
        readOnly={false}
        onClose={() => undefined}
        onEdit={onEdit}
        onDelete={() => undefined}
      />
    </MantineProvider>,
  );

describe('the drawer of one operation', () => {
  it('calls an empty field of a new operation missing only once it was left', async () => {
    open(newDraft(undefined));
    const amount = await screen.findByRole('textbox', { name: 'Importo' });
    expect(screen.queryByText('Campo obbligatorio')).not.toBeInTheDocument();
    await userEvent.click(amount);
    await userEvent.tab();
    expect(amount).toHaveAccessibleDescription('Campo obbligatorio');
    expect(screen.getByRole('textbox', { name: 'Data' })).not.toHaveAccessibleDescription();
  });

  it('changes how a transfer is sent, and with it when it arrives', async () => {
    const edits: [DraftField, string][] = [];
    const move = initialRows(operations).rows.find(({ kind }) => kind === 'TRANSFER');
    if (!move) throw new Error('no transfer');
    open(move, (...edit) => edits.push(edit));
    await userEvent.selectOptions(
      await screen.findByRole('combobox', { name: 'Come si invia' }),
      'Bonifico istantaneo',
    );
    expect(edits).toEqual([['speed', 'INSTANT']]);
    const { operation } = read(editDraft(move, 'speed', 'INSTANT'));
    expect(operation).toMatchObject({ speed: 'INSTANT', valueDate: operation?.date });
    expect(read(editDraft(editDraft(move, 'speed', 'INSTANT'), 'speed', '')).operation).not.toHaveProperty(
      'speed',
    );
  });

  it('says at once what is missing of a stored one', async () => {
    const [row] = initialRows(operations).rows;
    if (!row) throw new Error('no operation');
    open({ ...row, amount: '' });
    expect(await screen.findByRole('textbox', { name: 'Importo' })).toHaveAccessibleDescription(
      'Campo obbligatorio',
    );
  });
});
