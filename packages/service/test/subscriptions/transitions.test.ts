import { expect, test } from "vitest";
import { refuseLateTerms } from "../../src/subscriptions/late-terms.ts";
import { refuseTransition, type TransitionName } from "../../src/subscriptions/transitions.ts";

// R-SUB-1: the allowed actions in each status of a subscription. All others are a 409.

const STATUSES = ["draft", "sent", "accepted", "active", "canceled"] as const;

const ALLOWED: Record<TransitionName, readonly (typeof STATUSES)[number][]> = {
  send: ["draft", "sent"],
  delete: ["draft"],
  accept: ["sent"],
  activate: ["draft", "sent", "accepted"],
  writeVersions: ["draft", "active"],
  change: ["active"],
  pause: ["active"],
  resume: ["active"],
  cancel: ["active"],
  withdraw: ["active"],
};

test.each(Object.entries(ALLOWED))("%s is allowed for a subscription that is %s, and for no other", (name, from) => {
  for (const status of STATUSES) {
    const attempt = () => refuseTransition({ status }, name as TransitionName);
    if (from.includes(status)) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(expect.objectContaining({ code: "state_conflict" }));
  }
});

test("a refusal states the status and the allowed actions", () => {
  expect(() => refuseTransition({ status: "accepted" }, "cancel")).toThrow(/is accepted\b.*can activate it/);
  expect(() => refuseTransition({ status: "sent" }, "pause")).toThrow(/can send it, accept it or activate it/);
});

const fixed = (status: (typeof STATUSES)[number], ...members: string[]) => {
  try {
    refuseLateTerms({ status }, Object.fromEntries(members.map((member) => [member, null])));
    return [];
  } catch (error) {
    return (error as { faults: { pointer: string }[] }).faults.map(({ pointer }) => pointer);
  }
};

test("everything of a draft can change, but only members without effect on money once it is active", () => {
  expect(fixed("draft", "currency", "contractStartDate")).toEqual([]);
  expect(fixed("active", "currency", "name", "discount", "invoiceFooterText", "invoicePaymentTerms")).toEqual([
    "/currency",
    "/discount",
  ]);
});

test("members that a quote shows are fixed from sending to activation", () => {
  for (const status of ["sent", "accepted"] as const) {
    expect(fixed(status, "name", "invoicePaymentTerms", "purchaseOrderNumber")).toEqual([
      "/name",
      "/invoicePaymentTerms",
    ]);
  }
  expect(fixed("active", "name", "invoicePaymentTerms")).toEqual([]);
});
