import { MantineProvider } from '@mantine/core';
import { ModalsProvider } from '@mantine/modals';
import { fireEvent, render, screen } from '@testing-library/react';
import { useTexts as startTexts } from '../../test/texts';
import { FilePicker } from './file-picker';

beforeAll(() => startTexts('it'));

function show() {
  const taken: string[] = [];
  render(
    <MantineProvider env="test">
      <ModalsProvider>
        <FilePicker accept=".csv" maxBytes={10} onFile={(file) => taken.push(file.name)}>
          Scegli
        </FilePicker>
      </ModalsProvider>
    </MantineProvider>,
  );
  const field = document.querySelector<HTMLInputElement>('input[type=file]');
  if (!field) throw new Error('no field for a file');
  return { taken, field };
}

/** Chooses a file as a browser does: the field holds its path until it is emptied. */
function choose(field: HTMLInputElement, file: File): { value: string } {
  const held = { value: `C:\\fakepath\\${file.name}` };
  Object.defineProperty(field, 'files', { value: [file], configurable: true });
  Object.defineProperty(field, 'value', {
    configurable: true,
    get: () => held.value,
    set: (next: string) => void (held.value = next),
  });
  fireEvent.change(field);
  return held;
}

it('forgets the file it gave, so that the same one can be chosen again', () => {
  const { taken, field } = show();
  expect(choose(field, new File(['x'], 'a.csv')).value).toBe('');
  choose(field, new File(['x'], 'a.csv'));
  expect(taken).toEqual(['a.csv', 'a.csv']);
});

it('refuses a file that is too large, in words', async () => {
  const { taken, field } = show();
  choose(field, new File(['x'.repeat(11)], 'b.csv'));
  expect(await screen.findByRole('dialog', { name: 'Errore' })).toHaveTextContent('troppo grandi');
  expect(taken).toEqual([]);
});
