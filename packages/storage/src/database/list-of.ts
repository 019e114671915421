/**
 * A parameter that is a list, for look-ups by key: `id = any(${listOf(2)})`. The planner does not see the list, so a plan for
 * exactly this length is not cheaper, and after five calls PostgreSQL keeps one plan of a prepared statement. Otherwise it may plan each
 * call, which takes longer than a look-up of a few keys. The plan is made for ten values.
 */
export function listOf(place: number, type = "text"): string {
  return `(select $${place}::${type}[])::${type}[]`;
}
