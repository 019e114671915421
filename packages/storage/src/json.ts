/** The text of a value for a jsonb column, which PostgreSQL parses. Null stays SQL's null. */
export function json(value: object): string;
export function json(value: object | null | undefined): string | null;
export function json(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
