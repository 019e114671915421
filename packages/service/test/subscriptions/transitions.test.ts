import { expect, test } from "vitest";
import { refuseLateTerms } from "../../src/subscriptions/late-terms.ts";
import { refuseTransition, type TransitionName } from "../../src/subscriptions/transitions.ts";

// R-SUB-1: what can be done with a subscription in which status. Everything else is a 409.

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

test.each(Object.entries(ALLOWED))("%s is allowed of a subscription that is %s, and of no other", (name, from) => {
  for (const status of STATUSES) {
    const attempt = () => refuseTransition({ status }, name as TransitionName);
    if (from.includes(status)) expect(attempt).not.toThrow();
    else expect(attempt).toThrow(expect.objectContaining({ code: "state_conflict" }));
  }
});

test("a refusal says what the status is, and what can be done instead", () => {
  expect(() => refuseTransition({ status: "accepted" }, "cancel")).toThrow(/is accepted\b.*can be activated/);
  expect(() => refuseTransition({ status: "sent" }, "pause")).toThrow(/can be sent, accepted or activated/);
});

const fixed = (status: (typeof STATUSES)[number], ...members: string[]) => {
  try {
    refuseLateTerms({ status }, Object.fromEntries(members.map((member) => [member, null])));
    return [];
  } catch (error) {
    return (error as { faults: { pointer: string }[] }).faults.map(({ pointer }) => pointer);
  }
};

test("everything of a draft can be written, and of what runs only what touches no money", () => {
  expect(fixed("draft", "currency", "contractStartDate")).toEqual([]);
  expect(fixed("active", "currency", "name", "discount", "invoiceFooterText", "invoicePaymentTerms")).toEqual([
    "/currency",
    "/discount",
  ]);
});

test("what a quote shows stands from when it was sent until the contract runs", () => {
  for (const status of ["sent", "accepted"] as const) {
    expect(fixed(status, "name", "invoicePaymentTerms", "purchaseOrderNumber")).toEqual([
      "/name",
      "/invoicePaymentTerms",
    ]);
  }
  expect(fixed("active", "name", "invoicePaymentTerms")).toEqual([]);
});
