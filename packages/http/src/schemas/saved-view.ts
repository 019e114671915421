import { VIEWED_LISTS } from "@counterfoil/service";
import Type from "typebox";
import { name, nullable, oneOf, record, timestamps } from "./schema.ts";

const MOST_FILTERS = 20;
const MOST_COLUMNS = 50;

const list = oneOf(VIEWED_LISTS, "The list that the view belongs to. It cannot be changed.");
const shared = Type.Boolean({
  description: "Whether everyone in the organization sees the view. If false, only the person who saved it does.",
});
const filters = Type.Record(Type.String(), Type.String({ minLength: 1, maxLength: 500 }), {
  maxProperties: MOST_FILTERS,
  description: "Filters of the list's page, by their names in its address: `status`, `q`, `account` and others.",
});
const sort = nullable(
  Type.String({ maxLength: 100, description: "A field and a direction: `createdAt:desc`. Null for the page's order." }),
);
const columns = Type.Unsafe<string[] | null>({
  type: ["array", "null"],
  items: { type: "string", minLength: 1, maxLength: 100 },
  maxItems: MOST_COLUMNS,
  description: "The columns of the page in their order. Null for the page's own columns.",
});

export const savedView = record({
  id: Type.String(),
  list,
  name: Type.String(),
  shared,
  filters,
  sort,
  columns,
  ...timestamps,
});
const members = {
  shared: Type.Optional(shared),
  filters: Type.Optional(filters),
  sort: Type.Optional(sort),
  columns: Type.Optional(columns),
};
export const savedViewCreation = record({ list, name: name(), ...members });
export const savedViewChange = record({ name: Type.Optional(name()), ...members });
