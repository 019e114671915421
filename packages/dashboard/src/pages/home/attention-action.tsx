import { readAgain } from "../../server/stale.ts";
import type { AttentionItem } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { Button, buttonClasses } from "../../design/button.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { placeOf } from "./attention-kinds.ts";

/** Resolves the item if one click is enough. Otherwise links to the page where it can be resolved. */
export function AttentionAction({ item }: { readonly item: AttentionItem }) {
  const mayBill = useMay("billing");
  const mayWrite = useMay("write");
  const { kind, objectId } = item;
  const act = useMutation({
    mutationFn: async () => {
      if (kind === "mail_failed") await client.mails.sendAgain(objectId);
      else await client.invoices.issue(objectId);
    },
    onSuccess: async () => {
      toast({ text: kind === "mail_failed" ? "Email queued" : "Invoice issued" });
      await readAgain(kind === "mail_failed" ? "mails" : "invoices");
    },
    onError: toastFailure,
  });
  const press = kind === "mail_failed" ? mayWrite : mayBill && /^invoice_(to_approve|failed)$/.test(kind);
  if (!press) {
    return (
      <Link
        {...placeOf(item)}
        aria-label={`View ${item.name ?? objectId}`}
        className={buttonClasses("secondary", "h-8 px-2.5")}
      >
        {"View"}
      </Link>
    );
  }
  return (
    <Button className="h-8 px-2.5" busy={act.isPending} onClick={() => act.mutate()}>
      {kind === "mail_failed" ? "Send again" : kind === "invoice_failed" ? "Retry" : "Issue"}
    </Button>
  );
}
