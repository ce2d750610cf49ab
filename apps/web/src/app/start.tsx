import { MantineProvider } from '@mantine/core';
import './mantine-styles';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { completeTexts, startI18n } from '../lib/i18n';
import './global.css';
import { createRouter } from './router';
import { colorSchemeManager, cssVariables, theme } from './theme';

declare global {
  /** Where the libraries that add style elements look for the nonce the page's policy asks of them. */
  var __webpack_nonce__: string | undefined;
}

/** The nonce of this answer for style elements; the API puts it into the page. */
function styleNonce(): string {
  return document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';
}

const RELOADED_KEY = 'fibado-reloaded';

/**
 * A new release removed the files this page was made of: it is loaded anew, once. A server that does not answer is
 * no new release, and the page stays.
 */
function followReleases(): void {
  const isOver = Date.now() - Number(sessionStorage.getItem(RELOADED_KEY) ?? 0) > 10_000;
  window.addEventListener('vite:preloadError', () => {
    if (!isOver) return;
    fetch('/', { method: 'HEAD', cache: 'no-store' }).then(
      (answer) => {
        if (!answer.ok) return;
        sessionStorage.setItem(RELOADED_KEY, String(Date.now()));
        window.location.reload();
      },
      () => undefined,
    );
  });
}

/** After the first page: the texts of the others, and what makes the application installable, are never waited for. */
function openTheRest(): void {
  setTimeout(() => void completeTexts().catch(() => undefined), 2000);
  // Only over HTTPS or on this machine; the development server has none.
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const register = async () => (await import('../lib/service-worker')).registerServiceWorker();
  setTimeout(() => void register().catch(() => undefined), 2000);
}

/** Draws the application into `root`. */
export async function start(root: HTMLElement | null): Promise<void> {
  if (!root) throw new Error('The page has no #root');
  globalThis.__webpack_nonce__ = styleNonce();
  followReleases();
  // The first page's script is fetched while the texts are.
  const router = createRouter();
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
        getStyleNonce={styleNonce}
      >
        <RouterProvider router={router} />
      </MantineProvider>
    </StrictMode>,
  );
  openTheRest();
}
