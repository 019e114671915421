import type { Invoice } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { MoreHorizontal } from "lucide-react";
import { useAddress } from "../../../routing/address.ts";
import { usePageActions } from "../../../routing/page-actions.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { useMay } from "../../../server/session.ts";
import { Button, buttonClasses, IconButton } from "../../../design/button.tsx";
import { Menu } from "../../../design/menu.tsx";
import type { MenuItem } from "../../../design/menu-props.ts";
import { isZero } from "../../../format/amount.ts";
import { CorrectDialog } from "../correct/correct-dialog.tsx";
import { ApplyCreditDialog } from "./apply-credit-dialog.tsx";
import { DeleteDialog } from "./delete-dialog.tsx";
import { IssueDialog } from "./issue-dialog.tsx";
import { LinkDialog } from "./link-dialog.tsx";
import { PaymentDialog } from "./payment-dialog.tsx";
import { RefundDialog } from "./refund-dialog.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { UncollectibleDialog } from "./uncollectible-dialog.tsx";
import { VoidDialog } from "./void-dialog.tsx";

/** The actions that the invoice's status and the person's role allow. The open action is in the address as `do`. */
export function InvoiceActions({ invoice }: { readonly invoice: Invoice }) {
  const [search, change] = useAddress("/invoices/$invoiceId");
  const mayBill = useMay("billing");
  const begin = (action: SearchAt<"/invoices/$invoiceId">["do"]) => () => change({ do: action });
  const { isDraft, canBePaid, canBeVoided, canBeGivenUp, canBeCredited, canBeRefunded, canBeDeleted } =
    possibilities(invoice);
  const items: MenuItem[] = [
    ...(isDraft ? [] : [{ name: "Send by email", onSelect: begin("send") }]),
    ...(canBePaid ? [{ name: "Payment link", onSelect: begin("link") }] : []),
    ...(canBePaid ? [{ name: "Apply account credit", onSelect: begin("apply-credit") }] : []),
    ...(canBeCredited ? [{ name: "Refund or correct", onSelect: begin("credit") }] : []),
    // A void invoice can still have payments to refund, but no credit note.
    ...(canBeRefunded && !canBeCredited ? [{ name: "Refund", onSelect: begin("refund") }] : []),
    ...(canBeGivenUp ? [{ name: "Mark uncollectible", onSelect: begin("give-up") }] : []),
    ...(canBeVoided ? [{ name: "Void invoice", isDangerous: true, onSelect: begin("void") }] : []),
    ...(canBeDeleted ? [{ name: "Delete draft", isDangerous: true, onSelect: begin("delete") }] : []),
  ];
  usePageActions([
    ...(mayBill && canBePaid ? [{ name: "Record payment", onSelect: begin("pay") }] : []),
    ...(mayBill && isDraft ? [{ name: "Issue invoice", onSelect: begin("issue") }] : []),
    ...(mayBill ? items : []),
  ]);
  if (!mayBill) return null;
  const dialog = { invoice, onClose: () => change({ do: undefined }) };
  return (
    <>
      {items.length > 0 && (
        <Menu
          trigger={
            <IconButton label="More actions" className="border border-line bg-surface">
              <MoreHorizontal className="size-4" />
            </IconButton>
          }
          items={items}
        />
      )}
      {isDraft && (
        <>
          <Link to={`/invoices/${invoice.id}/edit`} className={buttonClasses()}>
            Edit
          </Link>
          <Button kind="primary" onClick={begin("issue")}>
            Issue
          </Button>
        </>
      )}
      {canBePaid && (
        <Button kind="primary" onClick={begin("pay")}>
          Record payment
        </Button>
      )}
      {search.do === "issue" && isDraft && <IssueDialog {...dialog} />}
      {search.do === "pay" && canBePaid && <PaymentDialog {...dialog} />}
      {search.do === "send" && !isDraft && <SendDialog {...dialog} />}
      {search.do === "link" && canBePaid && <LinkDialog {...dialog} />}
      {search.do === "apply-credit" && canBePaid && <ApplyCreditDialog {...dialog} />}
      {search.do === "credit" && canBeCredited && <CorrectDialog {...dialog} />}
      {search.do === "refund" && canBeRefunded && <RefundDialog {...dialog} />}
      {search.do === "give-up" && canBeGivenUp && <UncollectibleDialog {...dialog} />}
      {search.do === "void" && canBeVoided && <VoidDialog {...dialog} />}
      {search.do === "delete" && canBeDeleted && <DeleteDialog {...dialog} />}
    </>
  );
}

/** The actions by status (docs/invoices.md). The server decides. */
function possibilities({ status, amountPaid, amountRemaining, subscriptionId }: Invoice) {
  const isDraft = status === "draft";
  const isOwed = status === "issued" || status === "overdue";
  return {
    isDraft,
    canBePaid: (isOwed || status === "uncollectible") && !isZero(amountRemaining),
    canBeVoided: (isOwed || status === "uncollectible") && isZero(amountPaid),
    canBeGivenUp: isOwed,
    canBeCredited: isOwed || status === "paid" || status === "uncollectible",
    canBeRefunded: !isDraft && !isZero(amountPaid),
    canBeDeleted: isDraft && subscriptionId === null,
  };
}
