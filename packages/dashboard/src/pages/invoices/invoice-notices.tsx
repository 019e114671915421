import type { Invoice } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import type { ReactNode } from "react";
import { Ago, Instant } from "../../design/when.tsx";

/** What somebody has to know of it before they read on: why it waits, why it is void, what took its place. */
export function InvoiceNotices({ invoice }: { readonly invoice: Invoice }) {
  const { issuingFailure, issuesAt, status, voidedAt, voidReason, replacedByInvoiceId, replacesInvoiceId } = invoice;
  return (
    <>
      {issuingFailure !== null && (
        <Notice tone="bad">This draft could not issue itself: {issuingFailure} Mend it and issue it by hand.</Notice>
      )}
      {status === "draft" && issuesAt !== null && issuingFailure === null && (
        <Notice tone="note">
          This draft issues itself <Ago instant={issuesAt} />, on <Instant instant={issuesAt} />, and counts the usage
          that comes in until then.
        </Notice>
      )}
      {status === "void" && (
        <Notice tone="warn">
          Void since <Instant instant={voidedAt} />: {voidReason}. The number stays used.{" "}
          {replacedByInvoiceId !== null && (
            <Link to={`/invoices/${replacedByInvoiceId}`} className="font-medium underline">
              The invoice that bills it again
            </Link>
          )}
        </Notice>
      )}
      {replacesInvoiceId !== null && (
        <Notice tone="note">
          It bills again what a void invoice billed.{" "}
          <Link to={`/invoices/${replacesInvoiceId}`} className="font-medium underline">
            The void invoice
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
