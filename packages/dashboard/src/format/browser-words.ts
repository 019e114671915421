const BROWSERS = [
  ["Edg", "Edge"],
  ["OPR", "Opera"],
  ["Firefox", "Firefox"],
  ["FxiOS", "Firefox"],
  ["CriOS", "Chrome"],
  ["Chrome", "Chrome"],
  ["Safari", "Safari"],
  ["curl", "curl"],
] as const;
const SYSTEMS = [
  ["Android", "Android"],
  ["iPhone", "iPhone"],
  ["iPad", "iPad"],
  ["Windows", "Windows"],
  ["Mac OS X", "macOS"],
  ["CrOS", "ChromeOS"],
  ["Linux", "Linux"],
] as const;

/** `Firefox on Linux`, from the browser's user agent. The order matters, because most browsers name several. */
export function browserWords(userAgent: string | null): string {
  const text = userAgent ?? "";
  const [, browser] = BROWSERS.find(([mark]) => text.includes(mark)) ?? [];
  const [, system] = SYSTEMS.find(([mark]) => text.includes(mark)) ?? [];
  if (browser === undefined) return system ?? "Unknown browser";
  return system === undefined ? browser : `${browser} on ${system}`;
}
