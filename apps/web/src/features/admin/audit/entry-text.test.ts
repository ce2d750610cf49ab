import i18next from 'i18next';
import { languageFile, useTexts as startTexts } from '../../../../test/texts';
import { actionText, ENTITIES, entityText, FAMILIES, rowName } from './entry-text';

beforeAll(() => startTexts('it'));
const { t } = i18next;

it('says what was done in words, and the code of what it does not know', () => {
  expect(actionText({ action: 'quarters.saveSetups' }, t)).toBe('Saldi iniziali salvati');
  expect(actionText({ action: 'rockets.launch' }, t)).toBe('rockets.launch');
  expect(entityText('accountGroup', t)).toBe('Gruppo di conti');
});

it('calls a row by its name of then, or before it was gone', () => {
  const row = { entity: 'bank', entityId: 'x', before: { name: 'Vecchia' }, after: { name: 'Nuova' } };
  expect(rowName(row, t)).toBe('Nuova');
  expect(rowName({ ...row, after: undefined }, t)).toBe('Vecchia');
  expect(rowName({ ...row, before: null, after: undefined }, t)).toBeUndefined();
  const quarter = { entity: 'quarter', entityId: '2026-10-01', before: undefined, after: undefined };
  expect(rowName(quarter, t)).toBe('4° trim. 2026');
});

it('has a word for every family and kind that can be chosen', () => {
  const { AUDIT } = languageFile('it')['ADMIN'] as {
    AUDIT: Record<'DID' | 'FAMILY' | 'KIND', Record<string, unknown>>;
  };
  expect(Object.keys(AUDIT.FAMILY).sort()).toEqual([...FAMILIES].sort());
  expect(Object.keys(AUDIT.DID).sort()).toEqual([...FAMILIES].sort());
  expect(Object.keys(AUDIT.KIND).sort()).toEqual([...ENTITIES].sort());
});
