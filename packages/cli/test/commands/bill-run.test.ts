import {
  activateSubscription,
  type Context,
  createAccount,
  createIds,
  createOrganization,
  createPrice,
  createProduct,
  createSubscription,
  fixedClock,
  systemClock,
} from "@counterfoil/service";
import { openPorts } from "../../src/platform/ports.ts";
import { createTestDatabase, type TestDatabase } from "@counterfoil/testkit/postgres";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finished } from "../running-command.ts";

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test("bill run bills and issues everything that is due, once, and prints the totals (R-TIME-5)", async () => {
  const ports = openPorts(database.appUrl);
  const ids = createIds(systemClock);
  const context: Context = {
    ...ports,
    clock: fixedClock("2024-01-01T00:00:00.000Z"),
    organizationId: ids.next("org"),
    actor: { type: "command", id: "test" },
    requestId: null,
  };
  const { organization } = await createOrganization(context, {
    name: "Acme",
    sandbox: true,
    graceHours: 0,
    timezone: "UTC",
  });
  const own = { ...context, organizationId: organization.id };
  const product = await createProduct(own, { name: "Seats", feeType: "fixed" });
  const fixedPricingModel = { pricePerUnit: { value: "10.00" }, units: 1 };
  const billingInterval = "yearly";
  const price = await createPrice(own, { productId: product.id, currency: "USD", billingInterval, fixedPricingModel });
  const priceGroups = [{ priceIds: [price.id] }];
  for (const name of ["Ada", "Bob"]) {
    const account = await createAccount(own, { name, currency: "USD" });
    const contractStartDate = "2024-01-01";
    const subscription = await createSubscription(own, { accountId: account.id, contractStartDate, priceGroups });
    await activateSubscription(own, subscription.id);
  }
  await ports.close();

  // The current year of service began this year, so every January 1 until now is due for both.
  const years = Number(systemClock.now().slice(0, 4)) - 2024;
  const environment = { DATABASE_URL: database.ownerUrl };
  const first = await finished(["bill", "run", "--json"], environment);
  expect(first.code).toBe(0);
  // One line per step with its result, and the totals.
  expect(first.output).toMatch(new RegExp(`2 billed, ${2 * years} invoices issued, \\d+/s`));
  // The invoices issued by activation in 2024 are long overdue.
  const figures = `"billed":2,"issued":${2 * years},"overdue":2,"seconds":[\\d.]+`;
  expect(first.output).toMatch(new RegExp(`^\\{${figures}\\}$`, "m"));
  const again = await finished(["bill", "run", "--organization", organization.id], environment);
  expect(again).toMatchObject({
    code: 0,
    output: expect.stringMatching(/Billed 0 subscriptions and issued 0 invoices/),
  });
}, 120_000);
