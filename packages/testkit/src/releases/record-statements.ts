import pg from "pg";

/** Statements that PostgreSQL can prepare. The others contain no table names. */
const PREPARABLE = /^\s*(?:select|insert|update|delete|with|merge)\b/i;

/** Records every statement that this process sends to PostgreSQL, once each, from `begin` to `end`. */
export function recordStatements(): { begin(): void; end(): void; texts(): string[] } {
  const noted = new Set<string>();
  let isNoting = false;
  const prototype = pg.Client.prototype as unknown as { query: (...given: unknown[]) => unknown };
  const { query } = prototype;
  prototype.query = function recorded(this: pg.Client, ...given: unknown[]) {
    const [first] = given;
    const text = typeof first === "string" ? first : (first as { text?: unknown } | undefined)?.text;
    if (isNoting && typeof text === "string" && PREPARABLE.test(text)) noted.add(text);
    return query.apply(this, given);
  };
  return {
    begin: () => void (isNoting = true),
    end: () => void (isNoting = false),
    texts: () => [...noted].toSorted(),
  };
}
