import { useEffect } from 'react';

const ATTRIBUTE = 'data-mantine-color-scheme';

/** Paper is white: the page is printed in the light theme, whatever the screen's. */
export function useLightPrint(): void {
  useEffect(() => {
    const root = document.documentElement;
    let screen: string | null = null;
    const toPaper = () => {
      screen = root.getAttribute(ATTRIBUTE);
      root.setAttribute(ATTRIBUTE, 'light');
    };
    const toScreen = () => {
      if (screen !== null) root.setAttribute(ATTRIBUTE, screen);
      screen = null;
    };
    window.addEventListener('beforeprint', toPaper);
    window.addEventListener('afterprint', toScreen);
    return () => {
      window.removeEventListener('beforeprint', toPaper);
      window.removeEventListener('afterprint', toScreen);
      toScreen();
    };
  }, []);
}
