/** The time of this computer, in milliseconds since 1970. Commands compare it with the server's. */
export function computerNow(): number {
  return Date.now();
}
