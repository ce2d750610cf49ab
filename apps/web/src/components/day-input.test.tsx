import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useTexts as startTexts } from '../../test/texts';
import { DayInput } from './day-input';

beforeAll(() => startTexts('it'));

function Field() {
  const [day, setDay] = useState<string | null>('2026-10-05');
  return (
    <>
      <DayInput label="Giorno" value={day} onChange={setDay} minDate="2026-10-01" maxDate="2026-12-31" />
      <output>{day}</output>
    </>
  );
}

it.each(['31/11/2026', 'domani', '05/01/2027'])(
  'says that %s is not taken, and keeps the day before',
  async (text) => {
    render(
      <MantineProvider env="test">
        <Field />
      </MantineProvider>,
    );
    const field = screen.getByLabelText('Giorno');
    await userEvent.clear(field);
    await userEvent.type(field, text);
    await userEvent.tab();
    expect(
      screen.getByText(`«${text}» non è un giorno possibile qui: resta quello di prima.`),
    ).toBeInTheDocument();
    expect(field).toHaveValue('05/10/2026');
    expect(screen.getByRole('status')).toHaveTextContent('2026-10-05');
    await userEvent.clear(field);
    await userEvent.type(field, '12/12/2026');
    await userEvent.tab();
    expect(screen.queryByText(/non è un giorno possibile/)).not.toBeInTheDocument();
    expect(screen.getByRole('status')).toHaveTextContent('2026-12-12');
  },
);

it('shows an error above the field, where the calendar does not cover it', () => {
  render(
    <MantineProvider env="test">
      <DayInput label="Giorno" value={null} onChange={() => undefined} error="Scegli un giorno" />
    </MantineProvider>,
  );
  const field = screen.getByLabelText('Giorno');
  const error = screen.getByText('Scegli un giorno');
  expect(field.compareDocumentPosition(error)).toBe(Node.DOCUMENT_POSITION_PRECEDING);
  expect(field).toHaveAccessibleDescription('Scegli un giorno');
});
