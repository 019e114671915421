import { readAgain } from "../../server/stale.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Paperclip, Send } from "lucide-react";
import { client } from "../../server/client.ts";
import { asked } from "../../server/asked.ts";
import { Button } from "../../design/button.tsx";
import { Fact, Facts } from "../../design/card.tsx";
import { Dialog } from "../../design/dialog.tsx";
import { Failure, FailureLine, Skeleton } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { Ago, Instant } from "../../design/when.tsx";
import { MailBody } from "./mail-body.tsx";
import { mailKindName } from "./mail-kinds.ts";
import { MailState } from "./mail-outbox.tsx";

/** One mail: its recipient, its status, and its content. */
export function MailSheet({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const read = useQuery({
    ...asked((api, signal) => api.mails.get(id, { signal })),
  });
  const again = useMutation({
    mutationFn: () => client.mails.sendAgain(id),
    onSuccess: async ({ to }) => {
      toast({ text: `Email to ${to} queued` });
      await readAgain("mails");
    },
  });
  const mail = read.data;
  return (
    <Dialog title={mail?.subject ?? "Email"} isOpen onClose={onClose} place="side">
      {read.error !== null ? (
        <Failure error={read.error} onRetry={() => void read.refetch()} />
      ) : mail === undefined ? (
        <Skeleton className="h-96 w-full" />
      ) : (
        <div className="flex flex-col gap-5">
          <Facts>
            <Fact name="To">{mail.to}</Fact>
            <Fact name="Kind">{mailKindName(mail.kind)}</Fact>
            <Fact name="Status">
              <MailState status={mail.status} />
            </Fact>
            {mail.lastFailure !== null && <Fact name="Failure">{mail.lastFailure}</Fact>}
            {mail.nextAttemptAt !== null && (
              <Fact name="Next attempt">
                <Ago instant={mail.nextAttemptAt} />
              </Fact>
            )}
            <Fact name="Created">
              <Instant instant={mail.createdAt} />
            </Fact>
            {mail.sentAt !== null && (
              <Fact name="Sent">
                <Instant instant={mail.sentAt} />
              </Fact>
            )}
            {mail.invoiceId !== null && (
              <Fact name="Object">
                <Link to={`/invoices/${mail.invoiceId}`} className="text-accent hover:underline">
                  View invoice
                </Link>
              </Fact>
            )}
            {mail.attachments.length > 0 && (
              <Fact name="Attached">
                <ul>
                  {mail.attachments.map(({ fileName, contentType }) => (
                    <li key={fileName} className="flex items-center gap-1.5" title={contentType}>
                      <Paperclip aria-hidden className="size-3.5 text-muted" />
                      {fileName}
                    </li>
                  ))}
                </ul>
              </Fact>
            )}
          </Facts>
          {mail.html === null && mail.text === null ? (
            <p className="text-sm text-muted">
              {mail.attempts === 0
                ? "Counterfoil creates the content when it sends the email."
                : "The content has been deleted. The recipient and time are still available."}
            </p>
          ) : (
            <MailBody subject={mail.subject ?? ""} html={mail.html} text={mail.text} />
          )}
          <FailureLine error={again.error} />
          <div>
            <Button
              icon={<Send aria-hidden className="size-4" />}
              busy={again.isPending}
              onClick={() => again.mutate()}
            >
              Send again
            </Button>
          </div>
        </div>
      )}
    </Dialog>
  );
}
