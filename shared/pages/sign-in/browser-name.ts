/**
 * Patterns for `User-Agent`, each with a name. The first match is used, because most browsers imitate several others.
 */
const BROWSERS: [pattern: RegExp, name: string][] = [
  [/\bEdg(e|A|iOS)?\//, "Edge"],
  [/\bOPR\//, "Opera"],
  [/\bSamsungBrowser\//, "Samsung Internet"],
  [/\b(Firefox|FxiOS)\//, "Firefox"],
  [/\b(Chrome|CriOS)\//, "Chrome"],
  [/\bSafari\//, "Safari"],
];
const SYSTEMS: [pattern: RegExp, name: string][] = [
  [/\biPhone\b/, "iPhone"],
  [/\biPad\b/, "iPad"],
  [/\bAndroid\b/, "Android"],
  [/\bWindows\b/, "Windows"],
  [/\bCrOS\b/, "ChromeOS"],
  [/\bMac OS X\b/, "macOS"],
  [/\bLinux\b/, "Linux"],
];

/**
 * Returns the browser and system in plain words, such as `Firefox, Windows`. The result is empty if neither is known.
 */
export function browserName(userAgent: string | null): string {
  const names = [BROWSERS, SYSTEMS].map((known) => known.find(([pattern]) => pattern.test(userAgent ?? ""))?.[1]);
  return names.filter((name) => name !== undefined).join(", ");
}
