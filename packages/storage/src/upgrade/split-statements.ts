/** A comment, a quoted text or name, the body of a function, or one other character. */
const TOKEN = /--[^\n]*|\/\*[^]*?\*\/|'(?:[^']|'')*'|"(?:[^"]|"")*"|(\$\w*\$)[^]*?\1|[^]/g;

/** The statements of an SQL file, as they are written there. */
export function splitStatements(text: string): string[] {
  return splitAt(";", text).filter((statement) => oneLine(statement) !== "");
}

/** Splits at commas: the actions of `alter table`. */
export function splitList(text: string): string[] {
  return splitAt(",", text);
}

/** A statement without comments, on one line. The bodies of functions become `$$`. */
export function oneLine(statement: string): string {
  const tokens = [...statement.matchAll(TOKEN)].map(([token, dollar]) => {
    if (dollar !== undefined) return "$$";
    return token.startsWith("--") || token.startsWith("/*") ? " " : token;
  });
  return tokens.join("").replace(/\s+/g, " ").trim();
}

/** Splits at a separator outside parentheses, quotes and comments. */
function splitAt(separator: string, text: string): string[] {
  const parts = [""];
  let depth = 0;
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === "(") depth += 1;
    if (token === ")") depth -= 1;
    if (token === separator && depth === 0) parts.push("");
    else parts.push(`${parts.pop() ?? ""}${token}`);
  }
  return parts.map((part) => part.trim()).filter((part) => part !== "");
}
