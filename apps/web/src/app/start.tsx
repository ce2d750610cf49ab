import { MantineProvider } from '@mantine/core';
import '@mantine/core/styles.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { RouterProvider } from 'react-router-dom';
import { startI18n } from '../lib/i18n';
import './global.css';
import { createRouter } from './router';
import { colorSchemeManager, cssVariables, theme } from './theme';

const RELOADED_KEY = 'fibado-reloaded';

/** A new release removed the files this page was made of: it is loaded anew, once. */
function followReleases(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (sessionStorage.getItem(RELOADED_KEY)) return;
    sessionStorage.setItem(RELOADED_KEY, 'Y');
    event.preventDefault();
    window.location.reload();
  });
  window.setTimeout(() => sessionStorage.removeItem(RELOADED_KEY), 10_000);
}

/** Draws the application into `root`. */
export async function start(root: HTMLElement | null): Promise<void> {
  if (!root) throw new Error('The page has no #root');
  followReleases();
  await startI18n();
  createRoot(root).render(
    <StrictMode>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        colorSchemeManager={colorSchemeManager}
        defaultColorScheme="auto"
      >
        <RouterProvider router={createRouter()} />
      </MantineProvider>
    </StrictMode>,
  );
}
