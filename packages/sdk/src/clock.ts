/** The one place of the client that reads the system's time: milliseconds since 1970. */
export function systemNow(): number {
  return Date.now();
}
