import type { Invoice } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Instant } from "../../design/when.tsx";
import { AgoOf } from "../clocks/ago-of.tsx";

/** Important notices above the invoice: why it waits, why it is void, what replaced it. */
export function InvoiceNotices({ invoice }: { readonly invoice: Invoice }) {
  const { accountId, issuingFailure, issuesAt, status, voidedAt, voidReason, replacedByInvoiceId, replacesInvoiceId } =
    invoice;
  return (
    <>
      {issuingFailure !== null && (
        <Notice tone="bad">
          Counterfoil could not issue this draft: {issuingFailure} Fix the problem, then issue the invoice.
        </Notice>
      )}
      {status === "draft" && issuesAt !== null && issuingFailure === null && (
        <Notice tone="note">
          Counterfoil will issue this draft automatically <AgoOf instant={issuesAt} accountId={accountId} />, on{" "}
          <Instant instant={issuesAt} />. It includes usage received by then.
        </Notice>
      )}
      {status === "void" && (
        <Notice tone="warn">
          Void since <Instant instant={voidedAt} />: {voidReason}. The number stays in use.{" "}
          {replacedByInvoiceId !== null && (
            <Link to={`/invoices/${replacedByInvoiceId}`} className="font-medium underline">
              View replacement invoice
            </Link>
          )}
        </Notice>
      )}
      {replacesInvoiceId !== null && (
        <Notice tone="note">
          This invoice replaces a void invoice.{" "}
          <Link to={`/invoices/${replacesInvoiceId}`} className="font-medium underline">
            View void invoice
          </Link>
        </Notice>
      )}
    </>
  );
}

const TONES = { bad: "bg-bad-soft text-bad", warn: "bg-warn-soft text-warn", note: "bg-note-soft text-note" };

function Notice({ tone, children }: { readonly tone: keyof typeof TONES; readonly children: ReactNode }) {
  return (
    <p role="status" className={`mb-4 rounded-md px-3 py-2 text-sm ${TONES[tone]}`}>
      {children}
    </p>
  );
}
