import type { AccountActivity } from "@counterfoil/sdk";
import { toWords } from "../../format/words.ts";
import { pageAt } from "../../routing/page-at.ts";
import { placeOfObject } from "./place-of-object.ts";

/** The kinds of activity, as the filter offers them. */
export const ACTIVITY_KINDS: readonly (readonly [kind: AccountActivity["kind"], name: string])[] = [
  ["note", "Notes"],
  ["invoice", "Invoices"],
  ["payment", "Payments"],
  ["mail", "Emails"],
  ["change", "Changes"],
  ["notification", "Notifications"],
];

const TITLES: Readonly<Record<string, string>> = {
  "note.created": "Note",
  "account.tagged": "Tags changed",
  "account.metadata_updated": "Metadata changed",
  "payment.created": "Payment received",
  "credit_note.issued": "Credit note issued",
};

/** `Invoice issued`, `Receipt email`: what happened, without its object. */
export function titleOf({ kind, type }: Pick<AccountActivity, "kind" | "type">): string {
  return kind === "mail" ? `${toWords(type)} email` : (TITLES[type] ?? toWords(type));
}

/** The link to the object. Null if it has no page, or if it is the account itself. */
export function linkOfActivity({ kind, objectId }: Pick<AccountActivity, "kind" | "objectId">) {
  if (kind === "mail") return pageAt("/mails", { mail: objectId });
  const place = objectId.startsWith("acct_") ? "/" : placeOfObject(objectId);
  return place === "/" ? null : { to: place };
}

/** Fields that tell the reader nothing. */
const IDLE_FIELDS: ReadonlySet<string> = new Set(["id", "createdAt", "updatedAt", "setKeys", "removedKeys"]);
const MOST_FIELDS = 5;

/** `Name, tax ID`: the changed fields of an update. Null if it is not an update. */
export function fieldsChanged({ type, changedFields }: Pick<AccountActivity, "type" | "changedFields">): string | null {
  if (!/(updated|changed)$/.test(type)) return null;
  const names = changedFields.filter((field) => !IDLE_FIELDS.has(field)).map((field) => toWords(field).toLowerCase());
  if (names.length === 0) return null;
  const more = names.length - MOST_FIELDS;
  return names.slice(0, MOST_FIELDS).join(", ") + (more > 0 ? ` and ${more} more` : "");
}
