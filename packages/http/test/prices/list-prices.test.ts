import { type Answer, type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

interface Page {
  items: { id: string; currency: string; billingInterval: string }[];
  pageCount: number;
  limit: number;
}

let api: Api;
let seatsId: string;
let placesId: string;
/** Twelve prices: four per currency, every other one yearly, the last two of another product. */
const ids: string[] = [];
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
  seatsId = (await api.post("/products", { name: "Seats", feeType: "fixed" })).id;
  placesId = (await api.post("/products", { name: "Places", feeType: "fixed" })).id;
  for (let index = 0; index < 12; index += 1) {
    const price = await api.post("/prices", {
      productId: index < 10 ? seatsId : placesId,
      currency: ["EUR", "USD", "JPY"][index % 3],
      billingInterval: index % 2 === 0 ? "monthly" : "yearly",
      fixedPricingModel: { pricePerUnit: { value: String(index) }, units: 1 },
    });
    ids.push(price.id);
  }
});

const list = (query: string) => api.get<Page>(`/prices${query}`);
const idsOf = (page: Page) => page.items.map((price) => price.id);
const json = (value: unknown) => encodeURIComponent(JSON.stringify(value));

test("a list has ten items on its first page, oldest first, and returns the number of pages (R-API-2)", async () => {
  const page = await list("");
  expect([page.pageCount, page.limit, idsOf(page)]).toEqual([2, 10, ids.slice(0, 10)]);
  expect(idsOf(await list("?page=2"))).toEqual(ids.slice(10));
  expect(await list("?page=3")).toEqual({ items: [], pageCount: 2, limit: 10 });
  expect(await list("?limit=5&page=3")).toMatchObject({
    pageCount: 3,
    limit: 5,
    items: [{ id: ids[10] }, { id: ids[11] }],
  });
  expect((await list("?limit=1000")).limit).toBe(100);
});

test.each(["?page=0", "?limit=0", "?limit=-1", "?page=x", "?limit=1.5"])("refuses %s (R-API-2)", async (query) => {
  const answer = await api.request("GET", `/prices${query}`);
  expect([answer.status, answer.body["code"]]).toEqual([400, "invalid_parameter"]);
});

test("accepts filters as JSON or in brackets, and joins them with and (R-API-3)", async () => {
  const filters = [
    { field: "currency", operator: "in", value: ["EUR", "USD"] },
    { field: "productId", operator: "eq", value: seatsId },
    { field: "billingInterval", operator: "ne", value: "yearly" },
  ];
  const expected = [0, 4, 6].map((index) => ids[index]);
  expect(idsOf(await list(`?filters=${json(filters)}`))).toEqual(expected);
  const brackets = [
    "filters[0][field]=currency&filters[0][operator]=in&filters[0][value][]=EUR&filters[0][value][]=USD",
    `filters[1][field]=productId&filters[1][value]=${seatsId}`,
    "filters[2][field]=billingInterval&filters[2][operator]=nin&filters[2][value]=yearly,daily",
  ];
  expect(idsOf(await list(`?${brackets.join("&")}`))).toEqual(expected);
});

test.each([
  [{ field: "type", operator: "contains", value: "IXE" }, 12],
  [{ field: "type", operator: "eq", value: "unit" }, 0],
  [{ field: "trialPeriodDays", operator: "exists", value: false }, 12],
  [{ field: "trialPeriodDays", operator: "gte", value: 1 }, 0],
  [{ field: "metricIds", operator: "exists", value: true }, 0],
  [{ field: "metricIds", operator: "exists", value: false }, 12],
  [{ field: "createdAt", operator: "lt", value: "2000-01-01" }, 0],
  [{ field: "createdAt", operator: "gt", value: "2000-01-01T00:00:00Z" }, 12],
])("the filter %j finds %i prices (R-API-3)", async (filter, count) => {
  expect((await list(`?limit=100&filters=${json([filter])}`)).items).toHaveLength(count);
});

test("accepts four forms of a sort, and ends with the ID, so that pages never overlap (R-API-3)", async () => {
  const forms = [
    `sort=${json({ field: "currency", order: "desc" })}`,
    `sort=${json({ currency: "desc" })}`,
    "sort[currency]=desc",
    "sort=currency:desc",
  ];
  const expected = [1, 4, 7, 10, 2, 5, 8, 11, 0, 3, 6, 9].map((index) => ids[index]);
  for (const form of forms) {
    const pages = [await list(`?limit=7&${form}`), await list(`?limit=7&page=2&${form}`)];
    expect(pages.flatMap(idsOf)).toEqual(expected);
  }
});

test("refuses what a list does not know, and names what it knows (R-API-3)", async () => {
  const filters = [
    { field: "colour", value: "red" },
    { field: "currency", operator: "like", value: "E" },
    { field: "createdAt", operator: "gt", value: "soon" },
  ];
  const answer: Answer = await api.request("GET", `/prices?filters=${json(filters)}&sort=size:up&flavour=1`);
  expect(answer.status).toBe(400);
  expect(faultsOf(answer)).toEqual({
    "/filters/0/field": "unknown_field",
    "/filters/1/operator": "unknown_operator",
    "/filters/2/value": "wrong_value",
    "/sort/field": "unknown_field",
    "/sort/order": "unknown_order",
    "/flavour": "unknown_parameter",
  });
  expect(answer.body["detail"]).toContain("billingInterval");
});
