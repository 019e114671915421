import {
  deleteSavedView as removeView,
  findSavedView,
  insertSavedView,
  type ListPage,
  type ListQuery,
  listSavedViews as listRows,
  type SavedViewRow,
  updateSavedView as saveView,
} from "@counterfoil/storage";
import { type Context, read, transact, type Work } from "../context.ts";
import { notFound, refuseFaults } from "../errors/index.ts";
import { requireUnchanged } from "../precondition.ts";
import { audit } from "../record.ts";
import { viewFaults } from "./check-view.ts";
import {
  callingPerson,
  type SavedView,
  type SavedViewChange,
  type SavedViewCreation,
  toSavedView,
} from "./saved-view.ts";

/** The shared views, and those of the person who calls. */
export function listSavedViews(context: Context, query: ListQuery): Promise<ListPage<SavedView>> {
  return read(context, async (tx) => {
    const page = await listRows(tx, callingPerson(context.actor), query);
    return { rows: page.rows.map(toSavedView), total: page.total };
  });
}

/** A private view of another person does not exist for the caller. */
export function getSavedView(context: Context, id: string): Promise<SavedView> {
  return read(context, async (tx) => {
    const row = await findSavedView(tx, id, callingPerson(context.actor));
    if (row === undefined) throw notFound("view", id);
    return toSavedView(row);
  });
}

/** Saves a view. It is private to the person who saves it unless it is shared. */
export function createSavedView(context: Context, input: SavedViewCreation): Promise<SavedView> {
  return transact(context, async (work) => {
    const personId = callingPerson(work.actor);
    const now = work.clock.now();
    const { list, name, shared = personId === null, filters = {}, sort = null, columns = null } = input;
    const id = work.ids.next("view");
    const view: SavedView = { id, list, name, shared, filters, sort, columns, createdAt: now, updatedAt: now };
    refuseFaults(viewFaults(view, personId));
    await insertSavedView(work.tx, toRow(view, personId));
    await audit(work, { action: "view.created", objectId: id, after: view });
    return view;
  });
}

/** Changes the given members. A view that is no longer shared belongs to the person who changed it. */
export function updateSavedView(context: Context, id: string, input: SavedViewChange): Promise<SavedView> {
  return transact(context, async (work) => {
    const personId = callingPerson(work.actor);
    const before = await lockView(work, id);
    await requireUnchanged(work, () => before);
    const given = Object.fromEntries(Object.entries(input).filter(([, value]) => value !== undefined));
    const after: SavedView = { ...before, ...given, updatedAt: work.clock.now() };
    refuseFaults(viewFaults(after, personId));
    await saveView(work.tx, toRow(after, personId));
    await audit(work, { action: "view.updated", objectId: id, before, after });
    return after;
  });
}

export function deleteSavedView(context: Context, id: string): Promise<void> {
  return transact(context, async (work) => {
    const before = await lockView(work, id);
    await requireUnchanged(work, () => before);
    await removeView(work.tx, id);
    await audit(work, { action: "view.deleted", objectId: id, before });
  });
}

async function lockView(work: Work, id: string): Promise<SavedView> {
  const row = await findSavedView(work.tx, id, callingPerson(work.actor), "for no key update");
  if (row === undefined) throw notFound("view", id);
  return toSavedView(row);
}

function toRow({ shared, ...view }: SavedView, personId: string | null): SavedViewRow {
  return { ...view, personId: shared ? null : personId };
}
