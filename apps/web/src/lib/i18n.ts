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

/** The pages whose texts are a file of their own, which the build makes and tells on the first script's element. */
const FIRST_PAGES = /^\/(?:landing|fibado\/dashboard)?\/?$/;

const hasFirstTexts = () =>
  FIRST_PAGES.test(window.location.pathname) && document.querySelector('script[data-texts]') !== null;

/** A file of texts; the query keeps those of an earlier build out. */
async function fetchTexts(name: string): Promise<ResourceKey> {
  const answer = await fetch(`/assets/i18n/${name}.json?v=${BUILD}`);
  if (!answer.ok) throw new Error(`The texts of ${name} answered ${answer.status}`);
  return (await answer.json()) as ResourceKey;
}

/** The language of which only the first pages' texts are there. */
let partial: Language | undefined;
let completing: Promise<void> | undefined;

async function complete(language: Language): Promise<void> {
  try {
    i18next.addResourceBundle(language, 'translation', await fetchTexts(language), true, true);
    partial = undefined;
  } finally {
    completing = undefined;
  }
}

/** Fetches the texts that the first page went without. */
export function completeTexts(): Promise<void> {
  if (partial === undefined) return Promise.resolve();
  return (completing ??= complete(partial));
}

/** What a page's script answers, once its texts are there too; the first page's come before it is drawn. */
export async function withTexts<T>(load: () => Promise<T>): Promise<T> {
  if (!i18next.isInitialized) return load();
  const [page] = await Promise.all([load(), completeTexts()]);
  return page;
}

const languageFiles: BackendModule = {
  type: 'backend',
  init: () => undefined,
  read(language, _namespace, done) {
    fetchTexts(language === partial ? `${language}-first` : language).then(
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
  const language = firstLanguage();
  if (hasFirstTexts()) partial = language;
  await i18next
    .use(languageFiles)
    .use(initReactI18next)
    .init({
      lng: language,
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
