import type { Portal } from "@counterfoil/sdk";
import { Download } from "lucide-react";
import { Badge, type Tone } from "../design/badge.tsx";
import { Button, IconButton } from "../design/button.tsx";
import { save } from "../list/save.ts";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

const TONES: Readonly<Record<string, Tone>> = { paid: "good", issued: "note", overdue: "bad" };

export function PortalInvoices({
  token,
  portal: { invoices, canPayOnline },
}: {
  readonly token: string;
  readonly portal: Portal;
}) {
  const { words, money, date, say } = useReading();
  const states: Readonly<Record<string, string>> = {
    paid: words.paidState,
    issued: words.issuedState,
    overdue: words.overdueState,
    void: words.voidState,
    uncollectible: words.uncollectibleState,
    draft: words.draft,
  };
  const download = async (id: string, number: string | null) =>
    save(`${number ?? "invoice"}.pdf`, await portals.getInvoicePdf(token, id).blob());
  const pay = async (id: string) => {
    const { hostedInvoiceUrl } = await portals.createInvoiceLink(token, id);
    window.location.assign(hostedInvoiceUrl);
  };
  return (
    <Part title={words.invoices}>
      {invoices.length === 0 && <p className="text-sm text-muted">{words.noInvoices}</p>}
      <ul>
        {invoices.map(({ id, number, issueDate, total, amountRemaining, currency, status, paymentLinkPath }) => (
          <li
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-b border-line py-2.5 text-sm last:border-0"
          >
            <div className="min-w-32">
              <div className="font-medium">{number ?? words.draft}</div>
              <div className="text-xs text-muted">{issueDate === null ? "" : date(issueDate)}</div>
            </div>
            <Badge tone={TONES[status] ?? "neutral"}>{states[status] ?? status}</Badge>
            <div className="ms-auto flex items-center gap-2">
              <span className="figures font-medium">{money(total, currency)}</span>
              {paymentLinkPath !== null && (
                <Button kind={canPayOnline ? "primary" : "secondary"} onClick={() => void pay(id)}>
                  {say("pay", { amount: money(amountRemaining, currency) })}
                </Button>
              )}
              <IconButton label={`${words.downloadPdf} ${number ?? ""}`} onClick={() => void download(id, number)}>
                <Download className="size-4" />
              </IconButton>
            </div>
          </li>
        ))}
      </ul>
    </Part>
  );
}
