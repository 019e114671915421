import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import { json } from "../json.ts";
import { listRows, type ListFields, type ListPage, type ListQuery } from "../lists/list.ts";
import type { Row } from "../row.ts";

/** Filters, order and columns of a list, saved under a name. `personId` is its only reader, or null if it is shared. */
export type SavedViewRow = Row<"savedView">;

export const SAVED_VIEW_FIELDS: ListFields = {
  id: { type: "text", sql: "saved_view.id" },
  list: { type: "text", sql: "saved_view.list" },
  name: { type: "text", sql: "saved_view.name" },
  shared: { type: "boolean", sql: "(saved_view.person_id is null)" },
  createdAt: { type: "instant", sql: "saved_view.created_at" },
  updatedAt: { type: "instant", sql: "saved_view.updated_at" },
};

/** The shared views, and the private views of this person. Null for a caller who is not a person. */
export function listSavedViews(tx: Tx, personId: string | null, query: ListQuery): Promise<ListPage<SavedViewRow>> {
  const only = (bind: (value: unknown) => string) =>
    `(saved_view.person_id is null or saved_view.person_id = ${bind(personId)}::text)`;
  return listRows<SavedViewRow>(tx, { table: "saved_view", fields: SAVED_VIEW_FIELDS, only }, query);
}

/** A view that this person can read. */
export async function findSavedView(
  tx: Tx,
  id: string,
  personId: string | null,
  lock: "for no key update" | "" = "",
): Promise<SavedViewRow | undefined> {
  const [row] = await tx.sql<SavedViewRow>(
    `select * from saved_view where organization_id = $1 and id = $2 and (person_id is null or person_id = $3::text) ${lock}`,
    [tx.organizationId, id, personId],
  );
  return row;
}

export async function insertSavedView(tx: Tx, view: SavedViewRow): Promise<void> {
  await tx.all(build.insertInto("savedView").values({ ...columns(view), organizationId: tx.organizationId }));
}

export async function updateSavedView(tx: Tx, view: SavedViewRow): Promise<void> {
  await tx.all(
    build
      .updateTable("savedView")
      .set(columns(view))
      .where("organizationId", "=", tx.organizationId)
      .where("id", "=", view.id),
  );
}

export async function deleteSavedView(tx: Tx, id: string): Promise<void> {
  await tx.sql("delete from saved_view where organization_id = $1 and id = $2", [tx.organizationId, id]);
}

/** Deletes the private views of a person. */
export async function deleteSavedViewsOf(tx: Tx, personId: string): Promise<void> {
  await tx.sql("delete from saved_view where organization_id = $1 and person_id = $2", [tx.organizationId, personId]);
}

function columns(view: SavedViewRow) {
  return { ...view, filters: json(view.filters) };
}
