import { describe, expect, test } from "vitest";
import { contractSpan } from "../../src/pages/subscriptions/contract-spans.ts";

const dated = {
  contractStartDate: "2026-01-01T00:00:00.000Z",
  contractEndDate: "2027-01-01T00:00:00.000Z",
  autoRenew: false,
  endedAt: null,
  cancelsAt: null,
  pausedAt: null,
  resumesAt: null,
  canceledAt: null,
  completedAt: null,
};
const at = (day: string) => Date.parse(`${day}T00:00:00Z`);
const instant = (day: string) => `${day}T00:00:00.000Z`;

describe("a contract on the time axis", () => {
  test("ends with its term, unless it renews automatically", () => {
    expect(contractSpan(dated, [], [])).toMatchObject({ from: at("2026-01-01"), to: at("2027-01-01") });
    expect(contractSpan({ ...dated, autoRenew: true }, [], []).to).toBeNull();
  });

  test("ends on its cancellation date, before its term", () => {
    expect(contractSpan({ ...dated, cancelsAt: instant("2026-06-30") }, [], []).to).toBe(at("2026-06-30"));
  });

  test("each published version runs until the next; drafts are not drawn", () => {
    const version = (id: string, day: string, status: "published" | "superseded" | "draft") => ({
      id,
      startDate: instant(day),
      status,
      changeDescription: null,
    });
    const { versions } = contractSpan(
      dated,
      [
        version("b", "2026-03-01", "published"),
        version("c", "2026-05-01", "draft"),
        version("a", "2026-01-01", "superseded"),
      ],
      [],
    );
    expect(versions).toEqual([
      { id: "a", name: "First version", from: at("2026-01-01"), to: at("2026-03-01") },
      { id: "b", name: "Version 2", from: at("2026-03-01"), to: at("2027-01-01") },
    ]);
  });

  test("reads past pauses from notifications, and the current pause from the subscription", () => {
    const told = (type: string, day: string, data: Record<string, unknown> = {}) => ({
      type,
      timestamp: instant(day),
      data,
    });
    const { pauses } = contractSpan(
      { ...dated, pausedAt: instant("2026-08-01"), resumesAt: null },
      [],
      [
        told("subscription.paused", "2026-02-10", { pausedAt: instant("2026-02-09") }),
        told("subscription.resumed", "2026-02-20"),
        told("subscription.paused", "2026-08-01", { pausedAt: instant("2026-08-01") }),
      ],
    );
    expect(pauses).toEqual([
      { from: at("2026-02-09"), to: at("2026-02-20") },
      { from: at("2026-08-01"), to: null },
    ]);
  });
});
