/** A value for a jsonb column, as the text that PostgreSQL parses; null stays SQL's null. */
export function json(value: object): string;
export function json(value: object | null | undefined): string | null;
export function json(value: object | null | undefined): string | null {
  return value === null || value === undefined ? null : JSON.stringify(value);
}
