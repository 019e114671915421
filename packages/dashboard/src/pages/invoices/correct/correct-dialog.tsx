import type { CreditNotePreview } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { areFieldsRight } from "../../../design/form.ts";
import { FailureLine } from "../../../design/states.tsx";
import { useChange } from "../../../design/use-change.ts";
import { formatMoney } from "../../../format/amount.ts";
import { client } from "../../../server/client.ts";
import type { DialogOfInvoice } from "../actions/dialog-of-invoice.ts";
import { CorrectionFields } from "./correction-fields.tsx";
import { CorrectionPreview } from "./correction-preview.tsx";
import { newCorrection, toCreditNote } from "./correction-draft.ts";

/**
 * Refunds, credits or corrects an issued invoice with a credit note: asks what happened, previews on the server what the
 * credit note does, and then issues it.
 */
export function CorrectDialog({ invoice, onClose }: DialogOfInvoice) {
  const navigate = useNavigate();
  const [draft, setDraft] = useState(() => newCorrection(invoice));
  const [shown, setShown] = useState<CreditNotePreview | null>(null);
  const body = toCreditNote(invoice.id, draft);
  const preview = useMutation({
    mutationFn: async () => await client.creditNotes.preview(body),
    onSuccess: setShown,
  });
  const issue = useChange({
    changes: "creditNotes",
    run: () => client.creditNotes.create(body),
    done: ({ number }) => `Credit note ${number} issued`,
    after: ({ id }) => void navigate({ to: `/credit-notes/${id}`, ignoreBlocker: true }),
  });
  const isReady = body.lines.length > 0 && body.reason !== "";
  return (
    <Dialog
      title={shown === null ? "Refund or correct" : "Check before you issue"}
      note={
        shown === null
          ? "You see a preview before anything changes."
          : "You can't change or delete a credit note after it is issued."
      }
      isOpen
      onClose={onClose}
      wide
    >
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          event.stopPropagation();
          if (shown !== null) issue.mutate();
          else if (isReady && areFieldsRight(event.currentTarget)) preview.mutate();
        }}
      >
        {/* The fields stay, so that nothing typed is lost on the way back. */}
        <div hidden={shown !== null} className={shown === null ? "flex flex-col gap-4" : undefined}>
          <CorrectionFields invoice={invoice} draft={draft} error={preview.error} onChange={setDraft} />
        </div>
        {shown !== null && <CorrectionPreview preview={shown} />}
        <FailureLine error={shown === null ? preview.error : issue.error} />
        <DialogActions>
          {shown === null ? (
            <DialogCancel />
          ) : (
            <Button
              onClick={() => {
                issue.reset();
                setShown(null);
              }}
            >
              Back
            </Button>
          )}
          {shown === null ? (
            <Button key="preview" type="submit" kind="primary" disabled={!isReady} busy={preview.isPending}>
              Preview
            </Button>
          ) : (
            <Button key="issue" type="submit" kind="danger" busy={issue.isPending}>
              {shown.refunds.length === 0
                ? "Issue credit note"
                : `Issue and refund ${formatMoney(shown.creditNote.amountRefunded, shown.creditNote.currency)}`}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  );
}
