/** Programs by a mark in their user agent. A mark of one also stands in others that follow it: the first found counts. */
const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/\b(OPR|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Headless)?Chrom(e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bVersion\/.* Safari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'Mac'],
  [/\bLinux\b|\bX11\b/, 'Linux'],
];

const find = (from: typeof BROWSERS, agent: string): string | undefined =>
  from.find(([mark]) => mark.test(agent))?.[1];

/** A browser and its device in words, such as `Chrome · Linux`, from the user agent it sends; undefined of any other program. */
export function deviceName(agent: string): string | undefined {
  const browser = find(BROWSERS, agent);
  const system = find(SYSTEMS, agent);
  return browser === undefined
    ? undefined
    : [browser, system].filter((part) => part !== undefined).join(' · ');
}
