import { readMargin } from "@counterfoil/service";
import Type from "typebox";
import { marginCsv } from "../margin-csv.ts";
import { route } from "../route.ts";
import { insightDate } from "../schemas/insight.ts";
import { margin, marginParameters } from "../schemas/margin.ts";
import { currency } from "../schemas/schema.ts";
import { ofAccount, testClocks } from "./recurring-revenue.ts";

const tag = "Insights";

const query = Type.Object(
  {
    from: Type.Optional(insightDate("The first day. Defaults to the first day of the month of the last day.")),
    to: Type.Optional(insightDate("The day after the last day. Defaults to tomorrow in the organization's zone.")),
    ...marginParameters,
    accountId: ofAccount,
    currency: Type.Optional({
      ...currency,
      description: "The currency of the figures. Defaults to the reporting currency, or to the default currency.",
    }),
    testClocks,
  },
  { additionalProperties: false },
);

/** What usage earns and what it costs (R-COST-1). */
export const marginRoutes = [
  route({
    method: "GET",
    path: "/insights/margin",
    operationId: "getMargin",
    tag,
    summary: "Get revenue, cost and margin",
    description:
      "By account, product, metric, day, or value of an event property; the lowest margin first. Revenue is that " +
      "of invoice lines, day by day over their service, and running usage that is not invoiced yet. Cost is what " +
      "events were sent with or what cost prices computed, on the local day of the account. Amounts in other " +
      "currencies are converted at the exchange rate of their day.\n\nA line counts for the first metric of its " +
      "price. With `groupBy=property`, revenue is split if the metric's `groupBy` contains the property; otherwise " +
      "its key is null.",
    scope: "read",
    query,
    status: 200,
    response: margin,
    handle: ({ context, query: question }) => readMargin(context, question),
  }),
  route({
    method: "GET",
    path: "/insights/margin.csv",
    operationId: "exportMargin",
    tag,
    summary: "Export revenue, cost and margin as CSV",
    description: "The items of `GET /insights/margin` with the same parameters.",
    scope: "read",
    query,
    status: 200,
    response: null,
    mediaType: "text/csv",
    async handle({ context, query: question, reply }) {
      const csv = marginCsv(await readMargin(context, question));
      reply.type("text/csv; charset=utf-8");
      reply.header("content-disposition", 'attachment; filename="margin.csv"');
      return Buffer.from(csv);
    },
  }),
];
