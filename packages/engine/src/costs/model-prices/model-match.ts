/** How a catalog recognizes the names of a model. Names and texts are in lower case; expressions are case sensitive. */
export type ModelMatch =
  | { readonly kind: "equals" | "starts_with" | "ends_with" | "contains"; readonly text: string }
  | { readonly kind: "regex"; readonly expression: RegExp }
  | { readonly kind: "or" | "and"; readonly of: readonly ModelMatch[] };

/** @param name in lower case */
export function matchesModel(match: ModelMatch, name: string): boolean {
  switch (match.kind) {
    case "equals":
      return name === match.text;
    case "starts_with":
      return name.startsWith(match.text);
    case "ends_with":
      return name.endsWith(match.text);
    case "contains":
      return name.includes(match.text);
    case "regex":
      return match.expression.test(name);
    case "or":
      return match.of.some((one) => matchesModel(one, name));
    case "and":
      return match.of.every((one) => matchesModel(one, name));
  }
}
