import {
  createTheme,
  type CSSVariablesResolver,
  type InputWrapperProps,
  localStorageColorSchemeManager,
} from '@mantine/core';

/** Shade 9 of cyan carries white text at 5.6:1. */
export const theme = createTheme({
  primaryColor: 'cyan',
  primaryShade: 9,
  defaultRadius: 'md',
  cursorType: 'pointer',
  fontFamily:
    "'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', Ubuntu, sans-serif",
  respectReducedMotion: true,
  components: {
    // Help stands under its field, so that fields beside each other keep one line. `Input.Wrapper.extend` would put
    // every input of the library into the entry's script.
    InputWrapper: {
      defaultProps: {
        inputWrapperOrder: ['label', 'input', 'description', 'error'],
      } satisfies Partial<InputWrapperProps>,
    },
  },
});

/** The library's hover of a filled button is one shade lighter, on which white text has 4.2:1. */
const FILLED_HOVER = {
  '--mantine-color-cyan-filled-hover': '#0a5c6b',
  '--mantine-primary-color-filled-hover': '#0a5c6b',
};

/** Mantine's quiet greys are below 4.5:1 on its backgrounds; these are above it. */
export const cssVariables: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...FILLED_HOVER,
    '--mantine-color-dimmed': '#565e66',
    '--mantine-color-placeholder': '#6b737b',
    '--mantine-color-error': '#b52424',
    '--mantine-color-green-outline': '#1f7a33',
    '--mantine-color-orange-outline': '#a33f00',
    '--mantine-color-red-outline': '#b52424',
    '--mantine-color-blue-outline': '#145591',
    '--mantine-color-gray-outline': '#495057',
    '--mantine-color-yellow-outline': '#8a4b00',
    '--mantine-color-yellow-light-color': '#7a4100',
    '--mantine-color-teal-outline': '#0b6b4f',
    '--mantine-color-teal-light-color': '#0a5c43',
    '--mantine-color-cyan-light-hover': '#bdf3f8',
  },
  dark: {
    ...FILLED_HOVER,
    '--mantine-color-dimmed': '#b0b3b8',
    '--mantine-color-placeholder': '#9a9da2',
    '--mantine-color-error': '#ff8787',
  },
});

export const colorSchemeManager = localStorageColorSchemeManager({ key: 'mantine-color-scheme-value' });
