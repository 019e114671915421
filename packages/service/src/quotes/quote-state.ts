import type { QuoteRow } from "@counterfoil/storage";
import { DomainError } from "../errors/index.ts";
import { quoteReference } from "./quote-number.ts";

/** The states of a link that has not expired. `closed`: the contract was activated without a signature. */
export const QUOTE_STATES = ["open", "accepted", "declined", "closed"] as const;

/** What the holder of a link can do with the quote, and its number. */
export interface QuoteState {
  /** `Q-2026-0001`; null for a link of an earlier release. */
  number: string | null;
  revision: number;
  /** The number as printed: `Q-2026-0001-2` for the second revision. */
  reference: string | null;
  state: (typeof QUOTE_STATES)[number];
  /** Null unless this link was declined. */
  decline: { declinerName: string; reason: string | null; declinedAt: string } | null;
}

export function toQuoteState(row: QuoteRow): QuoteState {
  const { number, revision, declinerName, declineReason: reason, declinedAt } = row;
  const decline = declinerName === null || declinedAt === null ? null : { declinerName, reason, declinedAt };
  return { number, revision, reference: quoteReference(row), state: stateOf(row), decline };
}

function stateOf({ status, declinedAt, signedAt }: QuoteRow): QuoteState["state"] {
  if (declinedAt !== null) return "declined";
  if (signedAt !== null) return "accepted";
  return status === "sent" ? "open" : "closed";
}

/** 409 for an answer to a link that was answered already, with who did so and when. */
export function refuseAnswered(row: QuoteRow, answer: "accept" | "decline"): void {
  const { status, declinerName, declinedAt, signerName, signedAt } = row;
  const refuse = (what: string) => {
    const detail = `${what} You can ${answer} only an open quote. Ask the seller for a new one.`;
    throw new DomainError("state_conflict", detail);
  };
  if (declinedAt !== null) refuse(`${declinerName ?? "The customer"} declined the quote at ${declinedAt}.`);
  // The status of the subscription refuses a second acceptance.
  if (answer === "accept") return;
  if (signedAt !== null) refuse(`${signerName ?? "The customer"} accepted the quote at ${signedAt}.`);
  if (status !== "sent") refuse(`The subscription is ${status}, because the seller activated it.`);
}
