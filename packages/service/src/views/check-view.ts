import {
  ACCOUNT_FIELDS,
  INVOICE_FIELDS,
  type ListFields,
  PAYMENT_FIELDS,
  SUBSCRIPTION_FIELDS,
} from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { LIST_FILTERS, type SavedView, type ViewedList } from "./saved-view.ts";

const FIELDS: Record<ViewedList, ListFields> = {
  accounts: ACCOUNT_FIELDS,
  invoices: INVOICE_FIELDS,
  subscriptions: SUBSCRIPTION_FIELDS,
  payments: PAYMENT_FIELDS,
};

/**
 * What is wrong with a view: a filter or an order that its list does not have, or a private view of an API key.
 * @param personId the person who calls; null for an API key
 */
export function viewFaults(view: SavedView, personId: string | null): Fault[] {
  return [...filterFaults(view), ...sortFaults(view), ...readerFaults(view, personId)];
}

function filterFaults({ list, filters }: SavedView): Fault[] {
  const known: readonly string[] = LIST_FILTERS[list];
  return Object.keys(filters)
    .filter((name) => !known.includes(name))
    .map((name) => ({
      pointer: `/filters/${name.replaceAll("~", "~0").replaceAll("/", "~1")}`,
      code: "unknown_filter",
      detail: `${JSON.stringify(name)} is not a filter of the list of ${list}. Use ${known.join(", ")}.`,
    }));
}

function sortFaults({ list, sort }: SavedView): Fault[] {
  if (sort === null) return [];
  const [field = "", order, ...rest] = sort.split(":");
  const fields = FIELDS[list];
  if (Object.hasOwn(fields, field) && (order === "asc" || order === "desc") && rest.length === 0) return [];
  const detail =
    `${JSON.stringify(sort)} is not an order of the list of ${list}. ` +
    `Use a field and asc or desc, such as createdAt:desc. The fields are ${Object.keys(fields).join(", ")}.`;
  return [{ pointer: "/sort", code: "unknown_sort", detail }];
}

function readerFaults({ shared }: SavedView, personId: string | null): Fault[] {
  if (shared || personId !== null) return [];
  const detail = "An API key cannot have private views. Set shared to true.";
  return [{ pointer: "/shared", code: "not_a_person", detail }];
}
