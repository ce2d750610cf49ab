import i18next from 'i18next';
import { answering } from '../../test/http';
import { languageFile } from '../../test/texts';
import { openFinanceLanguage, setLanguage, shellLanguage, startI18n, storedLanguage } from './i18n';

beforeEach(() => sessionStorage.clear());

describe('the language', () => {
  it('is the first the browser asks for that is known, else English', () => {
    expect(shellLanguage(['it-IT', 'en'])).toBe('it');
    expect(shellLanguage(['de-DE', 'it'])).toBe('it');
    expect(shellLanguage(['de', 'fr'])).toBe('en');
    expect(shellLanguage([])).toBe('en');
  });

  it('comes with its texts, changes when chosen, and is Italian in the finance area', async () => {
    const asked = answering({
      'GET /assets/i18n/en.json?v=dev': { body: languageFile('en') },
      'GET /assets/i18n/it.json?v=dev': { body: languageFile('it') },
    });
    await startI18n();
    expect(i18next.t('COMMON.CONFIRM.PROCEED')).toBe('Proceed');
    openFinanceLanguage();
    expect(storedLanguage()).toBe('it');
    await setLanguage('en');
    openFinanceLanguage();
    expect(storedLanguage()).toBe('en');
    await setLanguage('it');
    expect(i18next.t('COMMON.CONFIRM.PROCEED')).toBe('Procedi');
    expect(document.documentElement.lang).toBe('it');
    expect(asked.map((call) => call.path)).toEqual([
      '/assets/i18n/en.json?v=dev',
      '/assets/i18n/it.json?v=dev',
    ]);
  });
});
