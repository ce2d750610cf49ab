declare const __FIBADO_BUILD__: string | undefined;

/** Name of this build; `dev` outside one made by Vite. */
export const BUILD = typeof __FIBADO_BUILD__ === 'string' ? __FIBADO_BUILD__ : 'dev';
