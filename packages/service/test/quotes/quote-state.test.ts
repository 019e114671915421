import type { QuoteRow } from "@counterfoil/storage";
import { expect, test } from "vitest";
import { nextRevision, quoteReference } from "../../src/quotes/quote-number.ts";
import { refuseAnswered, toQuoteState } from "../../src/quotes/quote-state.ts";

const open = {
  status: "sent",
  number: "Q-2026-0007",
  revision: 1,
  signerName: null,
  signedAt: null,
  declinerName: null,
  declineReason: null,
  declinedAt: null,
} as QuoteRow;
const declined: QuoteRow = {
  ...open,
  status: "draft",
  declinerName: "Grace",
  declineReason: "Price",
  declinedAt: "2026-02-01T10:00:00.000Z",
};
const accepted: QuoteRow = { ...open, status: "accepted", signerName: "Ada", signedAt: "2026-02-01T10:00:00.000Z" };
const activated: QuoteRow = { ...open, status: "active" };

test("a link is open until it is answered, or the contract is activated without an answer", () => {
  expect([open, declined, accepted, activated].map((row) => toQuoteState(row).state)).toEqual([
    "open",
    "declined",
    "accepted",
    "closed",
  ]);
  expect(toQuoteState(declined).decline).toEqual({
    declinerName: "Grace",
    reason: "Price",
    declinedAt: "2026-02-01T10:00:00.000Z",
  });
  expect(toQuoteState(open).decline).toBeNull();
});

test("an answered link refuses a decline, and a declined one refuses an acceptance; each names who answered", () => {
  expect(() => refuseAnswered(open, "decline")).not.toThrow();
  expect(() => refuseAnswered(open, "accept")).not.toThrow();
  expect(() => refuseAnswered(declined, "accept")).toThrow(/Grace declined the quote at 2026-02-01T10:00/);
  expect(() => refuseAnswered(declined, "decline")).toThrow(/You can decline only an open quote/);
  expect(() => refuseAnswered(accepted, "decline")).toThrow(/Ada accepted the quote at 2026-02-01T10:00/);
  expect(() => refuseAnswered(activated, "decline")).toThrow(/The subscription is active/);
});

test("a changed offer and an offer after a decline have the next revision; the printed number shows it", () => {
  expect(nextRevision(undefined, "a")).toBe(1);
  expect(nextRevision({ revision: 1, sha256: "a", isDeclined: false }, "a")).toBe(1);
  expect(nextRevision({ revision: 1, sha256: "a", isDeclined: false }, "b")).toBe(2);
  expect(nextRevision({ revision: 2, sha256: "a", isDeclined: true }, "a")).toBe(3);
  expect(quoteReference({ number: "Q-2026-0007", revision: 1 })).toBe("Q-2026-0007");
  expect(quoteReference({ number: "Q-2026-0007", revision: 12 })).toBe("Q-2026-0007-12");
  expect(quoteReference({ number: null, revision: 2 })).toBeNull();
});
