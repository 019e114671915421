import type { SavedViewRow } from "@counterfoil/storage";
import type { Actor } from "../context.ts";

/** The lists of which views can be saved, and the filters of their pages. */
export const LIST_FILTERS = {
  accounts: ["q", "status", "tag"],
  invoices: ["q", "status", "account", "subscription", "due"],
  subscriptions: ["q", "status", "account"],
  payments: ["q", "status", "account", "method"],
} as const;

export type ViewedList = keyof typeof LIST_FILTERS;
export const VIEWED_LISTS = ["accounts", "invoices", "subscriptions", "payments"] as const satisfies ViewedList[];

/** Filters, order and columns of a list, saved under a name. */
export interface SavedView {
  id: string;
  list: ViewedList;
  name: string;
  /** Whether everyone in the organization sees it, or only the person who saved it. */
  shared: boolean;
  /** By name, as in the address of the list's page. */
  filters: Record<string, string>;
  /** `createdAt:desc`. Null for the order of the page. */
  sort: string | null;
  /** Columns in their order. Null for those of the page. */
  columns: string[] | null;
  createdAt: string;
  updatedAt: string;
}

export interface SavedViewChange {
  readonly name?: string | undefined;
  readonly shared?: boolean | undefined;
  readonly filters?: Record<string, string> | undefined;
  readonly sort?: string | null | undefined;
  readonly columns?: string[] | null | undefined;
}

export interface SavedViewCreation extends SavedViewChange {
  readonly list: ViewedList;
  readonly name: string;
}

export function toSavedView({ personId, list, ...view }: SavedViewRow): SavedView {
  return { ...view, list, shared: personId === null };
}

/** The person who calls, whose private views are readable. Null for an API key. */
export function callingPerson(actor: Actor): string | null {
  return actor.type === "person" ? actor.id : null;
}
