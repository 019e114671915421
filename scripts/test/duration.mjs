/**
 * `1 min 5 s`, or `5 s`.
 * @param {number} seconds
 */
export function duration(seconds) {
  const minutes = Math.floor(seconds / 60);
  const rest = `${Math.floor(seconds % 60)} s`;
  return minutes === 0 ? rest : `${minutes} min ${rest}`;
}
