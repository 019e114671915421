/** The one place of the dashboard that reads the system's time: milliseconds since 1970. */
export function systemNow(): number {
  return Date.now();
}
