import { expect, test } from "vitest";
import { decidePause, decideResume, type PauseInput } from "../../../src/flows/change/decide-pause.ts";
import { loadedContract } from "../../rows/loaded-contract.ts";
import { subscription, version } from "../../rows/subscription.ts";

// R-SUB-6: when a pause begins and ends.

const now = "2024-03-14T23:30:00.000Z"; // March 15, 00:30 in Berlin
const loaded = loadedContract({
  subscription: subscription({ lastBillingOn: "2024-03-01" }),
  versions: [version({ endOn: "2024-03-16" }), version({ id: "subv_2", startOn: "2024-03-16" })],
});

function pauses(input: PauseInput, contract = loaded) {
  const { startsOn, endsOn, begins, billedVersionId } = decidePause(contract, input, now);
  return { from: startsOn.toString(), to: endsOn?.toString() ?? null, begins, billedVersionId };
}

test("a pause from now starts after the current local day; a named day may be the current day", () => {
  expect(pauses({})).toEqual({ from: "2024-03-16", to: null, begins: false, billedVersionId: null });
  expect(pauses({ effective: "2024-03-15" })).toEqual({
    from: "2024-03-15",
    to: null,
    begins: true,
    billedVersionId: null,
  });
  expect(pauses({ effective: "period_end", resumesOn: "2024-05-01" })).toMatchObject({
    from: "2024-04-01",
    to: "2024-05-01",
  });
});

test("keeps the version of the first day if that day is billed, so that its advance is credited", () => {
  const onBilledDay = (lastBillingOn: string) =>
    loadedContract({ subscription: subscription({ lastBillingOn }), versions: loaded.versions });
  expect(pauses({ effective: "2024-03-15" }, onBilledDay("2024-03-15")).billedVersionId).toBe("subv_1");
  expect(pauses({ effective: "2024-03-16" }, onBilledDay("2024-03-16")).billedVersionId).toBe("subv_2");
});

test("refuses a pause that ends before it begins, or begins in the past", () => {
  expect(() => pauses({ effective: "2024-03-20", resumesOn: "2024-03-20" })).toThrow(
    expect.objectContaining({
      faults: [expect.objectContaining({ pointer: "/resumesOn", code: "not_after_start" })],
    }),
  );
  expect(() => pauses({ effective: "2024-03-14" })).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ code: "in_the_past" })] }),
  );
});

function resumes(startsOn: string, effective?: string) {
  const input = effective === undefined ? {} : { effective };
  const { endsOn, isNothing, isOver } = decideResume(loaded, { startsOn }, input, now);
  return { endsOn: endsOn.toString(), isNothing, isOver };
}

test("service resumes today at the earliest; a pause that would end by its first day is removed", () => {
  expect(resumes("2024-03-10")).toEqual({ endsOn: "2024-03-15", isNothing: false, isOver: true });
  expect(resumes("2024-03-10", "2024-04-01")).toEqual({ endsOn: "2024-04-01", isNothing: false, isOver: false });
  // The pause is still in the future.
  expect(resumes("2024-03-20")).toEqual({ endsOn: "2024-03-15", isNothing: true, isOver: true });
  expect(resumes("2024-03-20", "2024-03-20")).toEqual({ endsOn: "2024-03-20", isNothing: true, isOver: true });
  expect(resumes("2024-03-20", "2024-03-21")).toEqual({ endsOn: "2024-03-21", isNothing: false, isOver: false });
  expect(() => resumes("2024-03-10", "2024-03-14")).toThrow(
    expect.objectContaining({ faults: [expect.objectContaining({ code: "in_the_past" })] }),
  );
});
