/** A filter or a sort as a caller means it, and every way to write it (R-API-3). */

export interface Filter {
  readonly field: string;
  readonly operator: string;
  readonly value: unknown;
}

export interface Sort {
  readonly field: string;
  readonly order: "asc" | "desc";
}

const encode = encodeURIComponent;

/** Query strings with the same filters: JSON text, and brackets. */
export function filterForms(filters: readonly Filter[]): string[] {
  const brackets = filters.flatMap(({ field, operator, value }, index) => [
    `filters[${index}][field]=${encode(field)}`,
    `filters[${index}][operator]=${operator}`,
    ...[value].flat().map((one, place) => {
      const item = Array.isArray(value) ? `[${place}]` : "";
      return `filters[${index}][value]${item}=${encode(String(one))}`;
    }),
  ]);
  return [`filters=${encode(JSON.stringify(filters))}`, brackets.join("&"), brackets.map(encodeBrackets).join("&")];
}

/** Query strings with the same order: two objects, each as JSON and in brackets, and the text. */
export function sortForms({ field, order }: Sort): string[] {
  return [
    `sort=${encode(JSON.stringify({ field, order }))}`,
    `sort=${encode(JSON.stringify({ [field]: order }))}`,
    `sort[field]=${encode(field)}&sort[order]=${order}`,
    `sort[${field}]=${order}`,
    `sort=${encode(`${field}:${order}`)}`,
  ];
}

/** As most clients send them: `filters%5B0%5D%5Bfield%5D=…`. */
function encodeBrackets(pair: string): string {
  const [name = "", value = ""] = pair.split("=");
  return `${name.replaceAll("[", "%5B").replaceAll("]", "%5D")}=${value}`;
}
