/** Milliseconds since 1970. This is the only place in the dashboard that reads the system's time. */
export function systemNow(): number {
  return Date.now();
}
