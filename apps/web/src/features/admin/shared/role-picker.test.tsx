import type { Role } from '@fibado/contracts';
import { MantineProvider } from '@mantine/core';
import { render, screen } from '@testing-library/react';
import { aSession } from '../../../../test/sessions';
import { useTexts as startTexts } from '../../../../test/texts';
import { storedSession } from '../../../lib/stored-session';
import { RolePicker } from './role-picker';

beforeAll(() => startTexts('it'));

/** Which roles a caller may grant, and which are fixed. */
function offered(held: Role[], value: Role[] = []): { all: string[]; fixed: string[] } {
  storedSession.authenticate(aSession({ roles: held }));
  const { unmount } = render(
    <MantineProvider env="test">
      <RolePicker label="Ruoli" value={value} onChange={() => undefined} />
    </MantineProvider>,
  );
  const boxes = screen.getAllByRole<HTMLInputElement>('checkbox');
  const codes = (some: HTMLInputElement[]): string[] => some.map((box) => box.value);
  const answer = { all: codes(boxes), fixed: codes(boxes.filter((box) => box.disabled)) };
  unmount();
  return answer;
}

it('offers what one holds, reading within writing, and shows what the person holds beyond that', () => {
  const household: Role[] = ['MSF_USERS', 'FBDO_FIBADO'];
  expect(offered(household)).toEqual({
    all: ['MSF_USERS', 'FBDO_FIBADO', 'FBDO_READ', 'FBDO_CONNECT'],
    fixed: [],
  });
  expect(offered(['FBDO_FIBADO']).all).toEqual(['FBDO_FIBADO', 'FBDO_READ']);
  expect(offered(household, ['VIEW_SERVICE'])).toEqual({
    all: ['MSF_USERS', 'VIEW_SERVICE', 'FBDO_FIBADO', 'FBDO_READ', 'FBDO_CONNECT'],
    fixed: ['VIEW_SERVICE'],
  });
  expect(offered(['SADMIN']).all).toContain('SADMIN');
});
