import i18next, { type BackendModule, type ResourceKey } from 'i18next';
import { initReactI18next } from 'react-i18next';
import { BUILD } from '../config/build';
import { writeAmountsIn } from './money';

export const LANGUAGES = ['it', 'en'] as const;
export type Language = (typeof LANGUAGES)[number];

const KEY = 'curr-language';

const isLanguage = (value: string | null | undefined): value is Language => value === 'it' || value === 'en';

/** The language chosen in this browser session, if any. */
export function storedLanguage(): Language | undefined {
  const value = sessionStorage.getItem(KEY);
  return isLanguage(value) ? value : undefined;
}

/** The shell's language where nothing is stored: Italian if the browser asks for it first, else English. */
export function shellLanguage(preferred: readonly string[] = navigator.languages): Language {
  const known = preferred.map((tag) => tag.slice(0, 2).toLowerCase()).find(isLanguage);
  return known ?? 'en';
}

/** The language a page opens in; the finance area's is Italian unless a language was chosen before. */
const firstLanguage = (): Language =>
  storedLanguage() ?? (window.location.pathname.startsWith('/fibado/') ? 'it' : shellLanguage());

/** The texts of a language; the query keeps those of an earlier build out. */
async function fetchTexts(language: string): Promise<ResourceKey> {
  const answer = await fetch(`/assets/i18n/${language}.json?v=${BUILD}`);
  if (!answer.ok) throw new Error(`The texts of ${language} answered ${answer.status}`);
  return (await answer.json()) as ResourceKey;
}

const languageFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, _namespace, done) {
    fetchTexts(language).then(
      (texts) => done(null, texts),
      (error: unknown) => done(error as Error, null),
    );
  },
};

export async function startI18n(): Promise<void> {
  i18next.on('languageChanged', (language) => {
    document.documentElement.lang = language;
    writeAmountsIn(language);
  });
  await i18next
    .use(languageFiles)
    .use(initReactI18next)
    .init({
      lng: firstLanguage(),
      supportedLngs: LANGUAGES,
      fallbackLng: false,
      load: 'languageOnly',
      // React escapes what it draws.
      interpolation: { escapeValue: false },
      returnEmptyString: false,
    });
}

/** Chooses the language for this browser session. */
export async function setLanguage(language: Language): Promise<void> {
  sessionStorage.setItem(KEY, language);
  await i18next.changeLanguage(language);
}

/** The finance area opens in Italian unless a language was chosen before. */
export function openFinanceLanguage(): void {
  if (!storedLanguage()) void setLanguage('it');
}
