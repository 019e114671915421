/**
 * A parameter that is a list, for look-ups by key: `id = any(${listOf(2)})`. The planner does not see the list, so it cannot find
 * that a plan for exactly this length is cheaper, and keeps the first plan of a prepared statement. Otherwise each call would be planned,
 * which takes longer than a look-up of a few keys. The plan fits about ten values.
 */
export function listOf(place: number, type = "text"): string {
  return `(select $${place}::${type}[])::${type}[]`;
}
