import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';

/** A language file as the browser gets it. */
export function languageFile(language: 'it' | 'en'): Record<string, unknown> {
  const path = join(webFolder(), 'public/assets/i18n', `${language}.json`);
  return JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
}

function webFolder(): string {
  return join(import.meta.dirname, '..');
}

/** Starts i18next on the real language files. */
export async function useTexts(language: 'it' | 'en' = 'it'): Promise<void> {
  await i18next.use(initReactI18next).init({
    lng: language,
    fallbackLng: false,
    resources: { it: { translation: languageFile('it') }, en: { translation: languageFile('en') } },
    interpolation: { escapeValue: false },
    returnEmptyString: false,
  });
}
