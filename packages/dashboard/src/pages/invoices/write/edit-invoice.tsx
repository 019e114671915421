import { pageAt } from "../../../routing/page-at.ts";
import type { Invoice } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link, useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { Button, buttonClasses } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Money } from "../../../design/money.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty, Failure, FailureLine, Skeleton } from "../../../design/states.tsx";
import { useDebounced } from "../../../design/use-debounced.ts";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { asked } from "../../../server/asked.ts";
import { invoiceQuery } from "../invoice-queries.ts";
import { areComplete, emptyLine, isBlank, type LineDraft, toBody, toDraft } from "./line-draft.ts";
import { LiveTotal, useInvoicePreview } from "./live-total.tsx";
import { LineRows } from "./line-rows.tsx";
import { termsOf, toTermsBody } from "./terms-draft.ts";
import { TermsFields } from "./terms-fields.tsx";
import { useUnsavedDraft } from "../../../design/unsaved.ts";

/** Lines, terms and texts of a draft. The lines that billing wrote cannot be changed. */
export function EditInvoice() {
  const id = useParam("/invoices/$invoiceId/edit");
  const { data: invoice, error } = useQuery({ ...invoiceQuery(id), refetchOnWindowFocus: false });
  const trail = [
    ["/invoices", "Invoices"],
    [`/invoices/${id}`, invoice?.number ?? "Draft invoice"],
  ] as const;
  return (
    <Page title="Edit draft" trail={trail}>
      {error !== null && <Failure error={error} />}
      {invoice === undefined && error === null && <Skeleton className="h-96" />}
      {invoice !== undefined &&
        (invoice.status === "draft" ? (
          <Form invoice={invoice} />
        ) : (
          <Empty
            title="Issued invoices can't be edited"
            action={
              <Link
                {...pageAt("/invoices/$invoiceId", { do: "credit" }, { invoiceId: id })}
                className={buttonClasses("primary")}
              >
                New credit note
              </Link>
            }
          >
            To correct an issued invoice, create a credit note.
          </Empty>
        ))}
    </Page>
  );
}

function Form({ invoice }: { readonly invoice: Invoice }) {
  const navigate = useNavigate();
  const [lines, setLines] = useState<readonly LineDraft[]>(() => {
    const written = invoice.lineItems.filter(({ isEditable }) => isEditable).map(toDraft);
    return written.length === 0 ? [emptyLine(0)] : written;
  });
  const [terms, setTerms] = useState(() => termsOf(invoice));
  useUnsavedDraft({ lines, terms });
  const standing = invoice.lineItems.filter(({ isEditable }) => !isEditable);
  const sent = lines.filter((line) => !isBlank(line));
  const body = { lineItems: sent.map(toBody), ...toTermsBody(terms) };
  const save = useChange({
    changes: "invoices",
    run: () => client.invoices.update(invoice.id, body),
    done: () => "Draft saved",
    after: () => void navigate({ to: `/invoices/${invoice.id}`, ignoreBlocker: true }),
  });
  const settled: typeof body = JSON.parse(useDebounced(JSON.stringify(body), 350));
  // A subscription's draft may have no custom line.
  const isComplete = (areComplete(sent) || (sent.length === 0 && standing.length > 0)) && !hasWrongNumber(body);
  const isAsked = isComplete && !save.isSuccess && !hasWrongNumber(settled);
  const preview = useInvoicePreview(
    isAsked ? asked((api, signal) => api.invoices.previewChange(invoice.id, settled, { signal })) : undefined,
  );
  const error = save.error ?? preview.error;
  return (
    <form
      className="flex max-w-5xl flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        save.mutate();
      }}
    >
      {standing.length > 0 && (
        <Card
          title="Subscription lines"
          note="Counterfoil calculates these lines from the subscription. You can't edit them here."
        >
          <ul className="divide-y divide-line text-sm">
            {standing.map(({ id, description, totalPrice }) => (
              <li key={id} className="flex justify-between gap-4 py-2">
                <span className="min-w-0 truncate">{description}</span>
                <Money amount={totalPrice} currency={invoice.currency} />
              </li>
            ))}
          </ul>
        </Card>
      )}
      <Card title="Custom lines">
        <LineRows lines={lines} currency={invoice.currency} error={error} onChange={setLines} />
      </Card>
      <LiveTotal preview={preview} isReady={isComplete} isRefused={save.error !== null} />
      <Card title="Terms and notes">
        <TermsFields terms={terms} error={error} onChange={setTerms} />
      </Card>
      <FailureLine error={save.error} />
      <div className="flex justify-end gap-2">
        <Link to={`/invoices/${invoice.id}`} className={buttonClasses()}>
          Cancel
        </Link>
        <Button type="submit" kind="primary" busy={save.isPending}>
          Save draft
        </Button>
      </div>
    </form>
  );
}
