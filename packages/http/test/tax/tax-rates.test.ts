import { type Answer, type Api, environment } from "@counterfoil/testkit/scenario";
import { beforeAll, expect, test } from "vitest";
import { faultsOf } from "../support/faults.ts";

let api: Api;
beforeAll(async () => {
  ({ api } = await (await environment()).createOrganization());
});

const post = (body: object): Promise<Answer> => api.request("POST", "/tax-rates", { body });

test("creates, reads, lists, changes and archives a tax rate (R-INV-6, R-API-6)", async () => {
  const made = await post({
    name: "USt",
    percentage: "19.00",
    country: "DE",
    taxCategory: "books",
    validFrom: "2007-01-01",
  });
  expect(made.status).toBe(201);
  expect(made.headers.get("Location")).toBe(`/tax-rates/${made.body.id}`);
  expect(made.body).toEqual({
    id: expect.stringMatching(/^tax_/),
    name: "USt",
    percentage: "19.00",
    country: "DE",
    region: null,
    taxCategory: "books",
    taxStatus: null,
    inclusive: false,
    categoryCode: "S",
    reasonCode: null,
    reason: null,
    validFrom: "2007-01-01",
    validUntil: null,
    archivedAt: null,
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
  const path = `/tax-rates/${made.body.id}`;
  expect(await api.get(path)).toEqual(made.body);
  expect(await api.get("/tax-rates")).toMatchObject({ items: [made.body], pageCount: 1 });
  expect(await api.patch(path, { percentage: 16, validUntil: "2021-01-01" })).toMatchObject({
    percentage: "16",
    validUntil: "2021-01-01",
  });
  await api.delete(path);
  await api.delete(path);
  expect(await api.get(path)).toMatchObject({ archivedAt: expect.any(String) });
  expect((await api.request("PATCH", path, { body: { name: "Other" } })).status).toBe(409);
  for (const method of ["GET", "DELETE"]) expect((await api.request(method, "/tax-rates/tax_none")).status).toBe(404);
});

test("a rate of zero is zero-rated unless it says why; every reason has its code (R-INV-6)", async () => {
  expect((await post({ name: "Nought", percentage: "0" })).body).toMatchObject({ categoryCode: "Z", reason: null });
  expect(
    (await post({ name: "Schools", percentage: 0, categoryCode: "E", reason: "§ 4 Nr. 21 UStG" })).body,
  ).toMatchObject({
    categoryCode: "E",
    reasonCode: null,
    reason: "§ 4 Nr. 21 UStG",
  });
  expect((await post({ name: "Abroad", percentage: 0, categoryCode: "G", country: "CH" })).body).toMatchObject({
    reasonCode: "VATEX-EU-G",
    reason: "Export outside the European Union.",
  });
  const { id } = (await post({ name: "Nought", percentage: "0" })).body;
  expect(await api.patch(`/tax-rates/${id}`, { percentage: "5" })).toMatchObject({ categoryCode: "S" });
  // Another category replaces the reason, and S has none.
  const abroad = (await post({ name: "Abroad", percentage: 0, categoryCode: "G" })).body.id;
  expect(await api.patch(`/tax-rates/${abroad}`, { categoryCode: "AE" })).toMatchObject({ reasonCode: "VATEX-EU-AE" });
  const charged = { categoryCode: "S", percentage: 19 };
  expect(await api.patch(`/tax-rates/${abroad}`, charged)).toMatchObject({ reasonCode: null, reason: null });
});

test("names everything that is wrong with a rate at once (R-API-4)", async () => {
  const shape = await post({ name: "", percentage: "many", country: "Germany", taxStatus: "rich", colour: 1 });
  expect(faultsOf(shape)).toEqual({
    "/name": "min_length",
    "/percentage": "wrong_format",
    "/country": "wrong_format",
    "/taxStatus": "not_allowed",
    "/colour": "unknown_member",
  });
  const sense = {
    name: "Wrong",
    percentage: "100.5",
    region: "BY",
    reason: "None",
    validFrom: "2026-01-01",
    validUntil: "2026-01-01",
  };
  expect(faultsOf(await post(sense))).toEqual({
    "/percentage": "out_of_range",
    "/country": "required",
    "/reason": "not_for_category",
    "/validUntil": "not_later",
  });
  expect(faultsOf(await post({ name: "Wrong", percentage: "19", categoryCode: "AE" }))).toEqual({
    "/categoryCode": "does_not_fit",
  });
  expect(faultsOf(await post({ name: "Wrong", percentage: 0, reasonCode: "VATEX-EU-O" }))).toEqual({
    "/reasonCode": "not_for_category",
  });
  expect(faultsOf(await post({ name: "Wrong", percentage: -1 }))).toEqual({ "/percentage": "out_of_range" });
});

test("accounts and prices can name rates that exist and are not archived (R-INV-6)", async () => {
  const { id } = (await post({ name: "Named", percentage: "5" })).body;
  const gone = (await post({ name: "Gone", percentage: "5" })).body.id;
  const account = await api.post("/accounts", { name: "Acme", taxRateIds: [gone] });
  await api.delete(`/tax-rates/${gone}`);
  const faults = {
    "/taxRateIds/1": "unknown_tax_rate",
    "/taxRateIds/2": "unknown_tax_rate",
    "/taxRateIds/3": "repeated_tax_rate",
  };
  const taxRateIds = [id, gone, "tax_none", id];
  expect(faultsOf(await api.request("POST", "/accounts", { body: { name: "Acme", taxRateIds } }))).toEqual(faults);
  const product = await api.post("/products", { name: "Base", feeType: "fixed" });
  const price = { productId: product.id, fixedPricingModel: { pricePerUnit: { value: "1" }, units: 1 } };
  expect(faultsOf(await api.request("POST", "/prices", { body: { ...price, taxRateIds } }))).toEqual(faults);
  expect(await api.post("/prices", { ...price, taxRateIds: [id] })).toMatchObject({ taxRateIds: [id] });
  expect(await api.post("/prices", price)).toMatchObject({ taxRateIds: [] });
  // A rate that is archived later stays named, and does not block other changes.
  expect(await api.patch(`/accounts/${account.id}`, { name: "Other" })).toMatchObject({ taxRateIds: [gone] });
  expect(await api.patch(`/accounts/${account.id}`, { taxRateIds: [id] })).toMatchObject({ taxRateIds: [id] });
});

test("the built-in table depends on the seller's country, so the country must be known", async () => {
  const refused = await api.request("PATCH", "/organization", { body: { taxMode: "table" } });
  expect(faultsOf(refused)).toEqual({ "/country": "required" });
  expect(await api.get("/organization")).toMatchObject({ taxMode: "manual" });
  expect(await api.patch("/organization", { taxMode: "table", country: "NO" })).toMatchObject({ taxMode: "table" });
});
