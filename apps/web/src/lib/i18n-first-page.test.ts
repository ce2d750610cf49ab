import i18next from 'i18next';
import { answering } from '../../test/http';
import { completeTexts, startI18n, withTexts } from './i18n';

describe('the texts of a page opened first', () => {
  it('come alone, and all of them with another page', async () => {
    window.history.replaceState(null, '', '/fibado/dashboard');
    const script = document.createElement('script');
    script.dataset.texts = 'dev';
    document.head.append(script);
    const asked = answering({
      'GET /assets/i18n/it-first.json?v=dev': { body: { A: { FIRST: 'prima' } } },
      'GET /assets/i18n/it.json?v=dev': { body: { A: { FIRST: 'prima', LATER: 'dopo' } } },
    });
    await startI18n();
    expect(i18next.t('A.FIRST')).toBe('prima');
    expect(i18next.exists('A.LATER')).toBe(false);
    const page = await withTexts(() => Promise.resolve('page'));
    expect([page, i18next.t('A.LATER')]).toEqual(['page', 'dopo']);
    await completeTexts();
    expect(asked.map((call) => call.path)).toEqual([
      '/assets/i18n/it-first.json?v=dev',
      '/assets/i18n/it.json?v=dev',
    ]);
  });
});
