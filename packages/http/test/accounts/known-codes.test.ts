import { type Api, createApi, environment, type Environment } from "@counterfoil/testkit/scenario";
import pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

// R-API-4: codes of countries, currencies and time zones, and email addresses, are refused unless they exist.

let platform: Environment;
let api: Api;
let organizationId: string;
beforeAll(async () => {
  platform = await environment();
  ({ api, id: organizationId } = await platform.createOrganization());
});

const send = async (method: string, path: string, body: object) => {
  const answer = await api.request(method, path, { body });
  return { status: answer.status, faults: faultsOf(answer), answer };
};

test("an account is refused with a country, currency or time zone that does not exist, and each fault names it", async () => {
  const { status, faults, answer } = await send("POST", "/accounts", {
    name: "Acme",
    taxCountry: "ZZ",
    currency: "XXQ",
    timezone: "Mars/Olympus",
  });
  expect(status).toBe(422);
  expect(faults).toEqual({
    "/taxCountry": "unknown_country",
    "/currency": "unknown_currency",
    "/timezone": "unknown_timezone",
  });
  expect(answer.body["errors"]).toContainEqual({
    pointer: "/taxCountry",
    code: "unknown_country",
    detail: '"ZZ" is not a country. Use a code of ISO 3166-1, such as US or DE.',
  });
});

test.each(["UN", "UK", "EL", "EU", "XK"])("no part of the API takes %s as a country", async (country) => {
  const { id } = await api.post("/accounts", { name: "Acme", taxCountry: "US" });
  const { token } = await api.post(`/accounts/${String(id)}/portal-link`, {});
  const customer = createApi(platform.url, "");
  const portal = await customer.request("PATCH", `/public/portal/${String(token)}/billing-details`, {
    body: { taxCountry: country },
  });
  expect(faultsOf(portal)).toEqual({ "/taxCountry": "unknown_country" });
  expect((await send("PATCH", `/accounts/${String(id)}`, { taxCountry: country })).faults).toEqual({
    "/taxCountry": "unknown_country",
  });
  expect((await send("PATCH", "/organization", { country })).faults).toEqual({ "/country": "unknown_country" });
  expect((await send("POST", "/tax-rates", { name: "VAT", percentage: "19", country })).faults).toEqual({
    "/country": "unknown_country",
  });
});

test("reports and the journal refuse a currency that does not exist", async () => {
  for (const path of [
    "/insights/mrr",
    "/insights/mrr/movements",
    "/insights/mrr/subscriptions",
    "/insights/churn",
    "/insights/net-revenue/lines",
    "/insights/top-accounts",
    "/journal",
  ]) {
    const answer = await api.request("GET", `${path}?currency=XXQ`);
    expect([path, answer.status, faultsOf(answer)]).toEqual([path, 400, { "/currency": "unknown_currency" }]);
    expect((await api.request("GET", `${path}?currency=EUR`)).status).toBe(200);
  }
});

test.each(["ada", "ada@example", "ada@example..com", "ada@example.com, bob@example.com"])(
  "no part of the API takes %s as an email address",
  async (email) => {
    const wrong = (pointer: string) => ({ [pointer]: "wrong_format" });
    const account = await send("POST", "/accounts", { name: "Acme", billingEmail: email, contacts: [{ email }] });
    expect(account.faults).toEqual({ ...wrong("/billingEmail"), ...wrong("/contacts/0/email") });
    expect((await send("POST", "/accounts", { name: "Acme", contactEmail: email })).faults).toEqual(
      wrong("/contactEmail"),
    );
    expect((await send("PATCH", "/organization", { email, invoiceContact: { email } })).faults).toEqual({
      ...wrong("/email"),
      ...wrong("/invoiceContact/email"),
    });
    expect((await send("PATCH", "/mail-settings", { replyTo: email })).faults).toEqual(wrong("/replyTo"));
    expect((await send("POST", "/invitations", { email, role: "admin" })).faults).toEqual(wrong("/email"));
  },
);

test("values from before the checks are read, and do not hinder changes of other members", async () => {
  const { id } = await api.post("/accounts", { name: "Acme", taxCountry: "US" });
  const { id: rateId } = await api.post("/tax-rates", { name: "VAT", percentage: "19", country: "US" });
  const owner = new pg.Client({ connectionString: platform.database.ownerUrl });
  await owner.connect();
  await owner.query("update account set tax_country = 'UN', timezone = 'Mars/Olympus' where id = $1", [id]);
  await owner.query("update tax_rate set country = 'ZZ' where id = $1", [rateId]);
  await owner.query("update organization set country = 'UK' where id = $1", [organizationId]);
  await owner.end();

  expect(await api.get(`/accounts/${String(id)}`)).toMatchObject({ taxCountry: "UN" });
  // A client that sends back everything it read changes nothing but the name.
  const { name } = await api.patch(`/accounts/${String(id)}`, { name: "Acme Ltd", taxCountry: "UN" });
  expect(name).toBe("Acme Ltd");
  expect(await api.patch(`/tax-rates/${String(rateId)}`, { name: "Sales tax" })).toMatchObject({ country: "ZZ" });
  expect(await api.patch("/organization", { legalName: "Seller Ltd" })).toMatchObject({ country: "UK" });
  expect((await send("PATCH", `/accounts/${String(id)}`, { taxCountry: "ZZ" })).faults).toEqual({
    "/taxCountry": "unknown_country",
  });
});
