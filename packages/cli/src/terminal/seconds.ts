/** `0.42 s` below ten seconds, otherwise `12.3 s`. */
export function inSeconds(milliseconds: number): string {
  const seconds = milliseconds / 1000;
  return `${seconds.toFixed(seconds < 10 ? 2 : 1)} s`;
}
