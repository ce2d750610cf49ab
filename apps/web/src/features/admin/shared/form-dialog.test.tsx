import { ApiError } from '@fibado/client';
import { MantineProvider, TextInput } from '@mantine/core';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { useTexts as startTexts } from '../../../../test/texts';
import { FormDialog } from './form-dialog';

const jest = import.meta.jest;
beforeAll(() => startTexts('it'));
afterEach(() => jest.restoreAllMocks());

/** What was brought into sight, by its text or label. */
function watchScrolling(): string[] {
  const seen: string[] = [];
  jest.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(function (this: Element) {
    seen.push(this.getAttribute('aria-label') ?? this.textContent ?? '');
  });
  return seen;
}

/** A dialog whose first field is missing at the first try, and which is refused at the second. */
function Refused() {
  const [tries, setTries] = useState(0);
  return (
    <MantineProvider env="test">
      <FormDialog
        title="Prova"
        saving={false}
        error={tries > 1 ? new ApiError(400, 'PASSWORD_WEAK', []) : undefined}
        onClose={() => undefined}
        onSubmit={() => setTries(tries + 1)}
      >
        <TextInput aria-label="Nome" error={tries === 1 ? 'Manca' : undefined} />
      </FormDialog>
    </MantineProvider>
  );
}

it('goes to the field that is wrong, and to why it was refused', async () => {
  const user = userEvent.setup();
  const seen = watchScrolling();
  render(<Refused />);
  const save = await screen.findByRole('button', { name: 'Salva' });
  await user.click(save);
  await waitFor(() => expect(screen.getByLabelText('Nome')).toHaveFocus());
  expect(seen).toEqual(['Nome']);
  await user.click(save);
  const alert = await screen.findByRole('alert');
  expect(seen).toContain(alert.textContent);
});
