import { saveTenant, saveWebhook } from '@fibado/contracts';
import i18next from 'i18next';
import { useTexts as startTexts } from '../../test/texts';
import { fieldErrors } from './field-errors';

beforeAll(() => startTexts('it'));

const person = { username: 'anna', name: 'Anna', email: 'anna@example.org', language: 'it' };

it('says of an empty field that it is missing, and of a filled one what is wrong with it', () => {
  const empty = { code: '', name: '', administrator: { ...person, username: '', email: '' } };
  expect(fieldErrors(saveTenant, empty, i18next.t)).toEqual({
    code: 'Campo obbligatorio',
    name: 'Campo obbligatorio',
    'administrator.username': 'Campo obbligatorio',
    'administrator.email': 'Campo obbligatorio',
  });
  const wrong = { code: 'Troppo bello', name: 'Verdi', administrator: { ...person, email: 'anna' } };
  expect(fieldErrors(saveTenant, wrong, i18next.t)).toEqual({
    code: 'Valore non valido',
    'administrator.email': 'Indirizzo e-mail non valido',
  });
});

it('says of a list without entries that it is missing', () => {
  const webhook = { name: 'Casa', url: 'https://example.org', topics: [] };
  expect(fieldErrors(saveWebhook, webhook, i18next.t)).toEqual({ topics: 'Campo obbligatorio' });
});
