import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { useAddress } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { asked } from "../../../server/asked.ts";
import { useOrganization } from "../../../server/session.ts";
import { useChange } from "../../../design/use-change.ts";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { CurrencyField } from "../../../design/code-fields.tsx";
import { areFieldsRight } from "../../../design/form.ts";
import { Page } from "../../../design/page.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { useDebounced } from "../../../design/use-debounced.ts";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { AccountField } from "../../../named/account-field.tsx";
import { areComplete, emptyLine, isBlank, type LineDraft, toBody } from "./line-draft.ts";
import { LineRows } from "./line-rows.tsx";
import { LiveTotal, useInvoicePreview } from "./live-total.tsx";
import { NO_TERMS, toTermsBody } from "./terms-draft.ts";
import { TermsFields } from "./terms-fields.tsx";
import { useUnsavedDraft } from "../../../design/unsaved.ts";

/** Creates a one-off invoice. `?account=` chooses the account. */
export function NewInvoice() {
  const [{ account: accountId }, change] = useAddress("/invoices/new");
  const navigate = useNavigate();
  const { defaultCurrency } = useOrganization();
  const account = useQuery({
    ...asked((api, signal) => api.accounts.get(accountId ?? "", { signal })),
    enabled: accountId !== undefined,
  }).data;
  const [written, setWritten] = useState("");
  const [lines, setLines] = useState<readonly LineDraft[]>([emptyLine(0)]);
  const [terms, setTerms] = useState(NO_TERMS);
  useUnsavedDraft({ written, lines, terms });
  const currency = written === "" ? (account?.currency ?? defaultCurrency) : written;
  const sent = lines.filter((line) => !isBlank(line));
  const body = {
    accountId: accountId ?? "",
    ...(written !== "" && { currency: written }),
    lineItems: sent.map(toBody),
    ...toTermsBody(terms),
  };
  const create = useChange({
    changes: "invoices",
    run: (autoIssue: boolean) => client.invoices.create({ ...body, autoIssue }),
    done: ({ number }) => (number === null ? "Draft saved" : `Issued as ${number}`),
    after: ({ id }) => void navigate({ to: `/invoices/${id}`, ignoreBlocker: true }),
  });
  const settled: typeof body = JSON.parse(useDebounced(JSON.stringify(body), 350));
  const isComplete = accountId !== undefined && areComplete(sent) && !hasWrongNumber(body);
  const isAsked = isComplete && !create.isSuccess && settled.lineItems.length > 0 && !hasWrongNumber(settled);
  const preview = useInvoicePreview(
    isAsked ? asked((api, signal) => api.invoices.preview(settled, { signal })) : undefined,
  );
  const error = create.error ?? preview.error;
  const isReady = accountId !== undefined && sent.length > 0;
  return (
    <Page
      title="New invoice"
      trail={[["/invoices", "Invoices"]]}
      note="Bill for something outside a subscription. Line amounts are quantity × unit price, rounded once."
    >
      <form
        className="flex max-w-5xl flex-col gap-5"
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate(false);
        }}
      >
        <Card title="Customer">
          <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
            <AccountField
              accountId={accountId}
              onChoose={(next) => change({ account: next }, { replace: true })}
              fault={faultAt(error, "/accountId")}
            />
            <CurrencyField
              alignEnd
              required
              value={currency}
              onChange={setWritten}
              fault={faultAt(error, "/currency")}
            />
          </div>
        </Card>
        <Card title="Lines">
          <LineRows lines={lines} currency={currency} error={error} onChange={setLines} />
        </Card>
        <LiveTotal preview={preview} isReady={isComplete} isRefused={create.error !== null} />
        <Card title="Terms and notes">
          <TermsFields terms={terms} error={error} onChange={setTerms} />
        </Card>
        <FailureLine error={create.error} />
        <div className="flex flex-wrap justify-end gap-2">
          <Button type="submit" disabled={!isReady} busy={create.isPending && create.variables === false}>
            Save draft
          </Button>
          <Button
            kind="primary"
            disabled={!isReady}
            busy={create.isPending && create.variables === true}
            onClick={(event) => areFieldsRight(event.currentTarget.form) && create.mutate(true)}
          >
            Issue invoice
          </Button>
        </div>
      </form>
    </Page>
  );
}
