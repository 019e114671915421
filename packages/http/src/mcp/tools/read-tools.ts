import Type from "typebox";
import { oneOf } from "../../schemas/schema.ts";
import { compacted, isRecord, picked } from "../compact.ts";
import type { OperationInput } from "../input.ts";
import { readOperation } from "../read-operation.ts";
import { RESOURCE_NAMES, resourceNamed, resourceOfId } from "../resources.ts";
import { tool } from "../tool.ts";
import { ToolFailure } from "../tool-failure.ts";
import { compareInvoices } from "./compare-invoices.ts";

const fields = Type.Optional(Type.Array(Type.String(), { description: 'Only these members, or ["*"] for all.' }));
const DEFAULT_LIMIT = 10;
const MOST_ITEMS = 50;

const search = tool({
  name: "search",
  title: "Search",
  description: "Find accounts, invoices, subscriptions, payments, prices and more by name, number, email or ID.",
  input: { query: Type.String({ minLength: 1, maxLength: 200 }) },
  isWrite: false,
  needs: () => ["search"],
  call: async (desk, from, { query }) => {
    const found = await readOperation(desk, from, "search", { query });
    const hits = isRecord(found) && Array.isArray(found["hits"]) ? found["hits"] : [];
    const none = { hits: "none", next: "Try one word or the start of a name, or use list with filters." };
    return { value: hits.length === 0 ? none : compacted({ hits }), narrow: "Use a longer query." };
  },
});

const list = tool({
  name: "list",
  title: "List",
  description:
    "List objects of one kind, oldest first. Example: resource invoices, filters " +
    '{"accountId":"acct_…","status":"overdue","total":{"gt":"100"}}, sort "issueDate:desc".',
  input: {
    resource: oneOf(RESOURCE_NAMES),
    filters: Type.Optional(
      Type.Unsafe<OperationInput>({
        type: "object",
        description: "Field to value, list of values, or {operator: value}: ne, gt, gte, lt, lte, contains, exists.",
      }),
    ),
    sort: Type.Optional(Type.String({ description: "field:asc or field:desc" })),
    fields,
    page: Type.Optional(Type.Integer({ minimum: 1 })),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: MOST_ITEMS, description: "Default 10." })),
  },
  isWrite: false,
  needs: () => RESOURCE_NAMES.map((name) => resourceNamed(name).list),
  call: async (desk, from, { resource, fields: wanted, page = 1, limit = DEFAULT_LIMIT, ...question }) => {
    const { list: operation, brief } = resourceNamed(resource);
    const answer = await readOperation(desk, from, operation, { ...question, page, limit });
    const members = isRecord(answer) ? answer : {};
    const items = Object.values(members).find(Array.isArray) ?? [];
    const shown = wanted === undefined ? brief : wanted.includes("*") ? undefined : ["id", ...wanted];
    const pages = Number(members["pageCount"] ?? 1);
    const value = {
      page,
      pages,
      ...(page < pages ? { next: `page ${page + 1}` } : {}),
      items: items.map((item) => picked(compacted(item), shown)),
    };
    return { value, narrow: "Not every entry of this page is shown. Use fields, or a smaller limit from page 1." };
  },
});

const get = tool({
  name: "get",
  title: "Get",
  description: "Read one object by its ID, such as inv_…. An invoice comes with its lines.",
  input: {
    id: Type.String({ minLength: 1, description: "ID, or with resource an alias or a uniqueId." }),
    resource: Type.Optional(oneOf(RESOURCE_NAMES)),
    fields,
  },
  isWrite: false,
  needs: () => RESOURCE_NAMES.flatMap((name) => resourceNamed(name).get ?? []),
  call: async (desk, from, { id, resource, fields: wanted }) => {
    const name = resourceOfId(id) ?? resource;
    if (name === undefined) {
      throw new ToolFailure(`${id} is not an ID. Add resource, such as "accounts", or find the ID with search.`);
    }
    const { get: operation } = resourceNamed(name);
    if (operation === undefined) throw new ToolFailure(`Use list with resource ${name} and filters {"id":"${id}"}.`);
    const found = await readOperation(desk, from, operation, name === "events" ? { uniqueId: id } : { id });
    const shown = wanted?.includes("*") === true ? undefined : wanted;
    return { value: picked(compacted(found), shown), narrow: "Use fields to read only some members." };
  },
});

const usage = tool({
  name: "usage",
  title: "Usage",
  description: "Measure usage of an account by every metric, or of one metric by window and group.",
  input: {
    account: Type.Optional(Type.String({ description: "ID or alias. Required without metric." })),
    metric: Type.Optional(Type.String({ description: "Metric ID." })),
    from: Type.Optional(Type.String({ description: "Date, inclusive. Default: this month." })),
    to: Type.Optional(Type.String({ description: "Date, exclusive." })),
    window: Type.Optional(Type.String({ description: "hour, day or month." })),
    groupBy: Type.Optional(Type.String({ description: "Event property. Needs metric." })),
  },
  isWrite: false,
  needs: () => ["getAccountUsage", "getMetricUsage"],
  call: async (desk, from, { metric, account, groupBy, ...period }) => {
    if (metric === undefined && account === undefined) throw new ToolFailure("Add account, metric, or both.");
    if (metric === undefined && groupBy !== undefined) throw new ToolFailure("groupBy needs metric. Add a metric ID.");
    const value =
      metric === undefined
        ? await readOperation(desk, from, "getAccountUsage", { id: account, ...period })
        : await readOperation(desk, from, "getMetricUsage", { id: metric, account, groupBy, ...period });
    return { value: compacted(value), narrow: "Choose a shorter period or a longer window." };
  },
});

const explainLine = tool({
  name: "explain_line",
  title: "Explain a line",
  description: "Explain how the amount of an invoice line was calculated: usage, price, tiers, proration, discounts.",
  input: { invoiceId: Type.String(), lineId: Type.String({ description: "ID of a line of the invoice." }) },
  isWrite: false,
  needs: () => ["explainInvoiceLine"],
  call: async (desk, from, { invoiceId, lineId }) => ({
    value: told(compacted(await readOperation(desk, from, "explainInvoiceLine", { id: invoiceId, lineId }))),
    narrow: "Read the events of the line with read, operation listInvoiceLineEvents.",
  }),
});

/** Each step as its sentence, which contains its operands and its result. */
function told(explained: unknown): unknown {
  if (!isRecord(explained) || !Array.isArray(explained["steps"])) return explained;
  return { ...explained, steps: explained["steps"].map((step) => (isRecord(step) ? step["text"] : step)) };
}

const upcomingInvoice = tool({
  name: "upcoming_invoice",
  title: "Upcoming invoice",
  description: "The next invoice of a subscription, with the usage so far.",
  input: { subscriptionId: Type.String() },
  isWrite: false,
  needs: () => ["getUpcomingInvoice"],
  call: async (desk, from, { subscriptionId }) => ({
    value: compacted(await readOperation(desk, from, "getUpcomingInvoice", { id: subscriptionId })),
    narrow: "Read the subscription's plan and prices instead.",
  }),
});

export const readTools = [search, list, get, usage, compareInvoices, explainLine, upcomingInvoice];
