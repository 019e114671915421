import { afterAll, beforeAll, expect, test } from "vitest";
import { attackByConflicts, attackUseCase, undisturbed } from "./faults/attack-use-case.ts";
import type { FaultCase } from "./faults/fault-case.ts";
import { faultCases, moneyCases, peoplesCases } from "./faults/cases/index.ts";
import { CONFLICT_CODES, STATEMENT_FAULTS } from "./faults/failing-database.ts";
import { type FaultPlatform, startFaultPlatform } from "./faults/fault-platform.ts";
import { useCasesThatWrite } from "./faults/use-cases-that-write.ts";

// R-OPS-2, R-API-5, invariants 5 and 10: any statement of a use case that moves money may fail.

/**
 * Every n-th statement, with another first one in each case. What moves money has more statements than what people do.
 * `npm run simulate -- faults` makes all of them fail.
 */
const OFTEN = { lost_before: 17, lost_after: 13, refused: 9, conflict: 4 };
const SELDOM = { lost_before: 31, lost_after: 29, refused: 17, conflict: 7 };
const strideOf = (one: FaultCase) => (moneyCases.some(({ title }) => title === one.title) ? SELDOM : OFTEN);

let platform: FaultPlatform;

beforeAll(async () => {
  platform = await startFaultPlatform();
});

afterAll(() => platform.stop());

test("every use case that writes the journal is attacked, and only these", () => {
  const writing = useCasesThatWrite(new Set(["insertJournalEntries"]));
  expect(writing.length).toBeGreaterThan(20);
  expect([...new Set(moneyCases.map(({ useCase }) => useCase))].toSorted()).toEqual(writing.toSorted());
});

/** Where accounts, people and customers, and the links of customers, are written. */
const PEOPLES_AREAS = [
  "accounts/",
  "api-keys/",
  "erasure/",
  "people/",
  "portal/",
  "quotes/",
  "flows/portal/",
  "notes/",
  "flows/quote/",
  "views/",
  "exchange-rates/",
  "costs/manage-cost-prices.ts",
  "mails/send-reminder.ts",
  "payments/hosted-invoice.ts",
  "payments/mail-new-link.ts",
  "payments/manage-invoice-links.ts",
];

test("every use case that writes accounts, people, keys, quotes and links is attacked", () => {
  const writing = useCasesThatWrite(new Set(["insertAuditEntries"]), PEOPLES_AREAS);
  expect(writing.length).toBeGreaterThan(20);
  const attacked = new Set(faultCases.map(({ useCase }) => useCase));
  expect(writing.filter((useCase) => !attacked.has(useCase))).toEqual([]);
  expect(peoplesCases.filter(({ useCase }) => !writing.includes(useCase))).toEqual([]);
});

test.each(faultCases.map((each, place) => ({ ...each, place })))(
  "$useCase: $title happens completely or not at all, whichever statement fails (invariants 5, 10)",
  async ({ place, ...each }) => {
    const twin = await undisturbed(platform, each);
    expect(twin.length).toBeGreaterThan(5);
    let statements = 0;
    for (const fault of STATEMENT_FAULTS) {
      const stride = strideOf(each)[fault];
      const { failed, faults } = await attackUseCase(platform, each, fault, twin, {
        first: 1 + (place % stride),
        stride,
      });
      expect({ fault, faults: faults.slice(0, 12) }).toEqual({ fault, faults: [] });
      statements += failed;
    }
    expect(statements).toBeGreaterThan(0);
  },
);

test.each(faultCases.map((each, place) => ({ ...each, place })))(
  "$useCase: $title succeeds after deadlocks and serialization failures, and nothing is put aside (R-OPS-2)",
  async ({ place, ...each }) => {
    const twin = await undisturbed(platform, each);
    const stride = strideOf(each).conflict;
    let conflicted = 0;
    for (const [index, code] of CONFLICT_CODES.entries()) {
      const conflicts = { code, first: 1 + ((place + 2 * index) % stride), stride };
      const { failed, faults } = await attackByConflicts(platform, each, conflicts, twin);
      expect({ code, faults: faults.slice(0, 12) }).toEqual({ code, faults: [] });
      conflicted += failed;
    }
    // A transaction of two statements has no third one.
    expect(conflicted).toBeGreaterThan(0);
  },
);

test("a use case with two undeclared transactions is detected", async () => {
  const lines = [{ description: "Work", unitPrice: "40.00" }];
  const halved: FaultCase = {
    useCase: "createInvoice",
    title: "an invoice that is made and then issued",
    arrange: (world) =>
      Promise.resolve(async () => {
        const body = { accountId: world.accountId, lines };
        const { status, body: made } = await world.api.request("POST", "/invoices", {
          body,
          headers: { "Idempotency-Key": "once" },
        });
        return status >= 300 ? status : world.send("POST", `/invoices/${made.id}/issue`);
      }),
  };
  const twin = await undisturbed(platform, halved);
  const { faults } = await attackUseCase(platform, halved, "refused", twin, { first: 30, stride: 5 });
  expect(faults.join("\n")).toContain("was refused, and something is written");
});
