import { createHash } from "node:crypto";
import { environment, type Json, readQuote, scenario, sendQuote, type Story } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { departures } from "../conformance/shape.ts";
import * as tables from "../conformance/tables.ts";
import { canonical } from "./canonical.ts";

let story: Story;
let price: string;

beforeAll(async () => {
  story = await scenario({
    start: "2024-01-31",
    zone: "Europe/Berlin",
    settings: { legalName: "Counterfoil GmbH", taxId: "DE999", address: { line1: "Torstraße 140", city: "Berlin" } },
    account: { name: "Acme Ltd", billingAddress: { line1: "1 Main St", city: "Springfield" }, taxCountry: "US" },
  });
  price = await story.usage("API calls", { unit: "0.02" });
});

/** A draft with every term that a quote shows. */
function draft(terms: object = {}): Promise<Json> {
  return story.subscribe({
    activate: false,
    prices: [price],
    name: "Acme, Team",
    description: "Everything for a team",
    contractStartDate: "2024-03-01",
    contractPeriodType: "fixed",
    contractDuration: 12,
    autoRenew: true,
    renewalPeriodType: "fixed",
    renewalDuration: 12,
    trialPeriodDays: 14,
    minimumSpend: { amount: "10.00", period: "month" },
    discount: { discountType: "percentage", amount: "10", durationType: "forever" },
    additionalTerms: "Net of withholding.",
    termsOfServiceLinks: [{ title: "Terms", url: "https://example.com/terms" }],
    termsOfServiceFiles: [{ title: "Terms", fileURL: "https://example.com/terms.pdf" }],
    invoicePaymentTerms: "net_15",
    ...terms,
  });
}

/** What the link of a quote shows. */
async function shown(token: string): Promise<Json> {
  const answer = await readQuote(story.environment, token);
  expect([answer.status, answer.body]).toEqual([200, answer.body]);
  return answer.body;
}

test("sending a draft returns the subscription, the link, its token and its expiry, and only then (R-SUB-1)", async () => {
  const { id } = await draft();
  const sent = await sendQuote(story.api, id);
  expect(Object.keys(sent).toSorted()).toEqual(["expiresAt", "quoteUrl", "subscription", "token"]);
  expect(departures(sent.subscription, tables.subscription)).toEqual([]);
  expect(sent.subscription).toEqual(await story.api.get(`/subscriptions/${id}`));
  expect(sent.subscription["status"]).toBe("sent");
  expect(Buffer.from(sent.token, "base64url")).toHaveLength(24); // 192 bits
  expect(sent.quoteUrl).toBe(`${story.environment.url}/quote/${sent.token}`);
  // 30 days later by the local clock: 31 January → 1 March, because 2024 has a 29 February.
  expect(sent.expiresAt).toBe("2024-02-29T23:00:00.000Z");
  const opened = await fetch(`${story.environment.url}/quotes/${sent.token}`);
  expect([opened.status, opened.headers.get("Cache-Control")]).toEqual([200, "no-store"]);
  expect(opened.headers.get("Referrer-Policy")).toBe("no-referrer");
  const { items } = await story.api.get<{ items: Json[] }>("/notifications?limit=100&sort=id:asc");
  expect(items.at(-1)).toMatchObject({ type: "subscription.sent", data: sent.subscription });
  expect(JSON.stringify(items)).not.toContain(sent.token);
});

test("the link shows both parties, the terms and the prices, and nothing that only the seller may see (R-SUB-1)", async () => {
  const { id } = await draft();
  const quote = await shown((await sendQuote(story.api, id)).token);
  expect(quote).toMatchObject({ status: "sent", acceptedAt: null, signerName: null });
  expect(quote["document"]).toEqual({
    subscriptionId: id,
    seller: {
      name: "Story",
      legalName: "Counterfoil GmbH",
      address: { line1: "Torstraße 140", line2: null, city: "Berlin", state: null, postalCode: null },
      country: null,
      taxId: "DE999",
      registrationNumber: null,
      email: null,
    },
    buyer: {
      name: "Acme Ltd",
      address: { line1: "1 Main St", line2: null, city: "Springfield", state: null, postalCode: null },
      country: "US",
      taxId: null,
    },
    // Usage is not known in advance; the minimum is due anyway: 11 months from March 15, and 14 of the 28 days of the
    // last one.
    figures: {
      recurring: [],
      contract: { currency: "USD", subtotal: "115.00", taxes: [], total: "115.00", isWithoutUsage: true },
    },
    timezone: "Europe/Berlin",
    terms: {
      name: "Acme, Team",
      description: "Everything for a team",
      currency: "USD",
      sourceCurrency: null,
      conversionRate: null,
      conversionRateDate: null,
      activationMode: "manual",
      contractStartDate: "2024-02-29T23:00:00.000Z",
      contractEndDate: "2025-02-28T23:00:00.000Z",
      contractDuration: 12,
      contractPeriodType: "fixed",
      autoRenew: true,
      renewalPeriodType: "fixed",
      renewalDuration: 12,
      trialPeriodDays: 14,
      firstBillingDate: null,
      chargeOneoffPricesOnContractStart: false,
      invoicePaymentTerms: "net_15",
      discount: {
        discountType: "percentage",
        amount: "10",
        durationType: "forever",
        durationValue: null,
        durationUnit: null,
      },
      minimumSpend: { amount: "10.00", period: "month" },
      maximumSpend: null,
      additionalTerms: "Net of withholding.",
      termsOfServiceLinks: [{ title: "Terms", url: "https://example.com/terms" }],
      termsOfServiceFiles: [{ title: "Terms", fileURL: "https://example.com/terms.pdf" }],
    },
    versions: [
      {
        startDate: "2024-02-29T23:00:00.000Z",
        endDate: null,
        discounts: [],
        thresholds: [],
        entitlements: [],
        priceGroups: [
          {
            name: null,
            description: null,
            prices: [
              {
                type: "unit",
                billingInterval: "monthly",
                currency: "USD",
                unitPricingModel: { pricePerUnit: { value: "0.02" } },
                discount: null,
                trialPeriodDays: null,
                minimumSpend: null,
                maximumSpend: null,
                product: {
                  name: "API calls",
                  description: null,
                  unitLabel: null,
                  billingFrequency: "recurring",
                  paymentTerms: "arrears",
                },
                metrics: [{ name: "API calls", description: null }],
              },
            ],
          },
        ],
      },
    ],
  });
  // A single ID, the subscription's: the signed document names what it becomes.
  const ids = new Set(JSON.stringify(quote).match(/\b[a-z]+_[0-9a-z]{26}\b/g));
  expect([...ids]).toEqual([id]);
});

test("a price by an expression names its metrics, not their IDs", async () => {
  const { metricIds } = (await story.api.get(`/prices/${price}`)) as Json & { metricIds: string[] };
  const product = await story.api.post("/products", { name: "Mixed", feeType: "metered", metricIds });
  const expressionPricingModel = {
    expression: "calls * rate",
    metrics: { calls: metricIds[0] },
    constants: { rate: { value: "0.5" } },
  };
  const mixed = await story.api.post("/prices", { productId: product.id, expressionPricingModel });
  const { id } = await draft({ prices: [mixed.id] });
  const quote = await shown((await sendQuote(story.api, id)).token);
  expect(JSON.stringify(quote)).toContain('"metrics":{"calls":"API calls"}');
  expect(new Set(JSON.stringify(quote).match(/\b[a-z]+_[0-9a-z]{26}\b/g))).toEqual(new Set([id]));
});

test("a converted quote shows the rate as the exact decimal that was sent (R-SUB-9)", async () => {
  const conversion = { currency: "EUR", sourceCurrency: "USD", conversionRate: "0.91250000000000000001" };
  const { id } = await draft(conversion);
  const { document } = (await shown((await sendQuote(story.api, id)).token)) as unknown as { document: Json };
  expect(document["terms"]).toMatchObject(conversion);
});

test("the hash covers the canonical JSON of the document, and anyone can calculate it from the response", async () => {
  const { token } = await sendQuote(story.api, (await draft()).id);
  const quote = await shown(token);
  expect(quote["sha256"]).toBe(createHash("sha256").update(canonical(quote["document"])).digest("hex"));
});

test("shows each version of a ramp with its end and the quote's ID", async () => {
  const { id } = await draft({ contractPeriodType: "monthly_rolling", contractDuration: null, autoRenew: false });
  const versions = `/subscriptions/${id}/versions`;
  const ramp = { startDate: "2024-09-01", priceGroups: [{ name: "Second", priceIds: [price] }] };
  await story.api.post(versions, ramp);
  const quote = await shown((await sendQuote(story.api, id)).token);
  expect((quote["document"] as Json)["versions"]).toMatchObject([
    { startDate: "2024-02-29T23:00:00.000Z", endDate: "2024-08-31T22:00:00.000Z" },
    { startDate: "2024-08-31T22:00:00.000Z", endDate: null, priceGroups: [{ name: "Second" }] },
  ]);
  const listed = await story.api.get<{ versions: Json[] }>(versions);
  expect(listed.versions.map((version) => [version["quoteId"], version["status"]])).toEqual([
    [id, "draft"],
    [id, "draft"],
  ]);
});

test("a sent quote does not change: parties are frozen, prices and metrics cannot change (R-SUB-1)", async () => {
  const seats = await story.fixed("Seats", "12.00");
  const account = await story.account({ name: "Before" });
  const { id } = await draft({ account, prices: [seats, price] });
  // While it is a draft, its prices can be edited.
  const dearer = { fixedPricingModel: { pricePerUnit: { value: "13.00" }, units: 1 } };
  await story.api.patch(`/prices/${seats}`, dearer);
  const { token } = await sendQuote(story.api, id);
  const quote = await shown(token);
  expect(JSON.stringify(quote)).toContain('"13.00"');

  const { productId } = (await story.api.get(`/prices/${seats}`)) as Json & { productId: string };
  const { metricIds } = (await story.api.get(`/prices/${price}`)) as Json & { metricIds: string[] };
  await story.api.patch(`/accounts/${account}`, { name: "After" });
  await story.api.patch(`/products/${productId}`, { name: "Chairs" });
  await story.api.patch("/organization", { legalName: "Counterfoil AG" });
  // The change makes a new price, and the quote keeps the old one.
  const made = await story.api.patch(`/prices/${seats}`, {
    fixedPricingModel: { units: 1, pricePerUnit: { value: "14.00" } },
  });
  expect(made).toMatchObject({ replacesPriceId: seats });
  const refused = await story.api.request("PATCH", `/metrics/${metricIds[0]}`, { body: { eventName: "other" } });
  expect([refused.status, refused.body["detail"]]).toEqual([409, expect.stringContaining("a sent quote")]);
  expect(await shown(token)).toEqual(quote);

  // Sending it again writes a new document.
  const again = await shown((await sendQuote(story.api, id)).token);
  expect(again["document"]).toMatchObject({ buyer: { name: "After" }, seller: { legalName: "Counterfoil AG" } });
  expect(again["sha256"]).not.toBe(quote["sha256"]);
  await story.api.patch("/organization", { legalName: "Counterfoil GmbH" });
});

test("a quote that is sent again has a new link, and the old one stops working (R-SUB-1)", async () => {
  const { id } = await draft();
  const [first, second] = [await sendQuote(story.api, id), await sendQuote(story.api, id, "2024-02-10T12:00:00Z")];
  expect(second.token).not.toBe(first.token);
  expect(second.expiresAt).toBe("2024-02-10T12:00:00.000Z");
  const old = await readQuote(story.environment, first.token);
  expect([old.status, old.body["code"]]).toEqual([404, "not_found"]);
  expect(JSON.stringify(old.body)).not.toContain(first.token);
  expect(await shown(second.token)).toMatchObject({ status: "sent", expiresAt: second.expiresAt });
});

test("a draft that could not be activated cannot be sent: everything missing is named (R-SUB-2)", async () => {
  const empty = await story.subscribe({ activate: false });
  const path = `/subscriptions/${empty.id}`;
  const faults = async (body?: object) => {
    const answer = await story.api.request("POST", `${path}/send`, { body });
    expect(answer.status).toBe(422);
    return (answer.body["errors"] as { pointer: string }[]).map(({ pointer }) => pointer.replace(/\d/, "n")).toSorted();
  };
  expect(await faults({ expiresAt: "2024-01-30" })).toEqual(["/expiresAt", "/versions"]);
  await story.api.post(`${path}/versions`, {});
  await story.api.post(`${path}/versions`, { startDate: "2024-05-01" });
  expect(await faults()).toEqual(["/versions/n/priceGroups", "/versions/n/priceGroups", "/versions/n/startDate"]);
  expect(await story.api.get(path)).toMatchObject({ status: "draft" });
});

test("the body may be omitted; an expiry is in the future, and a date is the start of that day for the account", async () => {
  const { id } = await draft();
  const bare = await story.api.request("POST", `/subscriptions/${id}/send`);
  expect([bare.status, bare.body["expiresAt"]]).toEqual([200, "2024-02-29T23:00:00.000Z"]);
  expect((await sendQuote(story.api, id, "2024-02-15")).expiresAt).toBe("2024-02-14T23:00:00.000Z");
  const cleared = await story.api.post(`/subscriptions/${id}/send`, { expiresAt: null });
  expect(cleared["expiresAt"]).toBe("2024-02-29T23:00:00.000Z");
  for (const expiresAt of ["2024-01-30", "2024-01-31", "2023-12-31T00:00:00Z"]) {
    const { status, body } = await story.api.request("POST", `/subscriptions/${id}/send`, { body: { expiresAt } });
    expect([status, body["errors"]]).toMatchObject([422, [{ pointer: "/expiresAt", code: "in_the_past" }]]);
  }
});

test("sending needs the scope write, of the organization that has the draft (R-KEY-1, R-ORG-1)", async () => {
  const { id } = await draft();
  const other = await (await environment()).createOrganization();
  const reader = await story.api.post<{ token: string }>("/api-keys", { name: "Reader", scopes: ["read"] });
  const answers = [other.api, story.environment.api(reader.token), story.environment.api("")].map((api) =>
    api.request("POST", `/subscriptions/${id}/send`, { body: {} }),
  );
  expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([404, 403, 401]);
});

test("a quote shows only web addresses that cannot run scripts (R-SUB-1)", async () => {
  const { id } = await draft();
  const addresses = [
    "javascript:alert(1)",
    "JavaScript:alert(1)",
    "data:text/html,x",
    "vbscript:x",
    "file:///etc/passwd",
  ];
  for (const address of addresses) {
    const links = { termsOfServiceLinks: [{ title: "Terms", url: address }] };
    const files = { termsOfServiceFiles: [{ title: "Terms", fileURL: address }] };
    for (const [body, pointer] of [
      [links, "/termsOfServiceLinks/0/url"],
      [files, "/termsOfServiceFiles/0/fileURL"],
    ] as const) {
      const { status, body: problem } = await story.api.request("PATCH", `/subscriptions/${id}`, { body });
      expect([address, status, problem["errors"]]).toMatchObject([address, 422, [{ pointer }]]);
    }
  }
  const kept = await story.api.get<Json>(`/subscriptions/${id}`);
  expect(kept["termsOfServiceLinks"]).toEqual([{ title: "Terms", url: "https://example.com/terms" }]);
});
