/** Milliseconds since 1970. No other function of the client reads the system's clock. */
export function systemNow(): number {
  return Date.now();
}
