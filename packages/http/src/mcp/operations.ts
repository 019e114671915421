import type { Route } from "../route.ts";
import type { Tag } from "../tags.ts";

/** An operation of the API that tools may call. */
export interface Operation {
  readonly route: Route;
  /** Whether it changes something, so that it needs a preview and a confirmation. */
  readonly isWrite: boolean;
}

/** Who may sign in and with what is decided by people, on the pages. */
const PEOPLE_ONLY: ReadonlySet<Tag> = new Set<Tag>(["People", "Sign-in", "API keys"]);
/** A preview cannot show what an erasure removes, and nothing brings it back. */
const NEVER = new Set(["eraseAccount"]);

/**
 * The operations that tools may call: those that take and return JSON, and that a key may call. Left out are those whose
 * response contains a secret, because what a model reads may be stored anywhere, and writes that cannot be rolled back,
 * because they call another system or commit in several steps: a preview could not try them.
 */
export function offeredOperations(routes: readonly Route[]): ReadonlyMap<string, Operation> {
  const offered = routes.filter(isOffered).map((route) => ({ route, isWrite: isWrite(route) }));
  return new Map(offered.map((operation) => [operation.route.operationId, operation]));
}

export function mayCall(scopes: readonly string[], { route }: Operation): boolean {
  return route.scope !== null && scopes.includes(route.scope);
}

function isOffered(route: Route): boolean {
  const { scope, response, mediaType, bodyForms, tag, operationId } = route;
  if (scope === null || scope === "session" || scope === "ingest" || route.answersSecret === true) return false;
  if (mediaType !== undefined || bodyForms !== undefined || NEVER.has(operationId)) return false;
  if (!isWrite(route)) return response !== null && route.isRepeatable !== true && !route.path.endsWith("/");
  return !PEOPLE_ONLY.has(tag) && route.isRepeatable !== true;
}

/** Previews are the only operations with a body that change nothing. */
function isWrite({ method, operationId }: Route): boolean {
  return method !== "GET" && !operationId.startsWith("preview");
}

/** Where a preview of its own shows more than the effect itself: what happens next, and what it costs. */
export const OWN_PREVIEWS: Readonly<Record<string, string>> = {
  createCreditNote: "previewCreditNote",
  createInvoice: "previewInvoice",
  updateInvoice: "previewInvoiceChange",
  createSubscription: "previewSubscription",
  changeSubscription: "previewSubscriptionChange",
  cancelSubscription: "previewSubscriptionCancellation",
};

/** Members of previews that are estimates and change with every usage event. A confirmation does not depend on them. */
export const ESTIMATES: readonly string[] = ["nextInvoice"];
