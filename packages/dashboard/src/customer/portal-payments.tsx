import type { Portal } from "@counterfoil/sdk";
import { Download } from "lucide-react";
import { IconButton } from "../design/button.tsx";
import { isZero } from "../format/amount.ts";
import { save } from "../list/save.ts";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";

interface PortalPaymentsProps {
  readonly token: string;
  readonly payments: Portal["payments"];
}

/** The payments that were received, each with its receipt. */
export function PortalPayments({ token, payments }: PortalPaymentsProps) {
  const { words, money, date, say } = useReading();
  if (payments.length === 0) return null;
  const download = async (id: string, number: string | null) =>
    save(`${number ?? id}.pdf`, await portals.getReceipt(token, id).blob());
  return (
    <Part title={words.payments}>
      <ul>
        {payments.map(({ id, receiptNumber, date: paidOn, amount, currency, refundedAmount, invoiceNumber }) => (
          <li key={id} className="flex items-center gap-x-3 border-b border-line py-2.5 text-sm last:border-0">
            <div className="min-w-0 flex-1">
              <div className="font-medium break-words">
                {receiptNumber === null ? words.paid : say("receipt", { number: receiptNumber })}
              </div>
              <div className="text-xs text-muted">
                {[
                  paidOn === null ? null : date(paidOn),
                  invoiceNumber === null ? null : `${words.invoice} ${invoiceNumber}`,
                ]
                  .filter((text) => text !== null)
                  .join(" · ")}
              </div>
              {!isZero(refundedAmount) && (
                <div className="text-xs text-muted">{say("refunded", { amount: money(refundedAmount, currency) })}</div>
              )}
            </div>
            <span className="figures font-medium whitespace-nowrap">{money(amount, currency)}</span>
            <IconButton
              label={`${words.downloadReceipt} ${receiptNumber ?? ""}`}
              onClick={() => void download(id, receiptNumber)}
            >
              <Download className="size-4" />
            </IconButton>
          </li>
        ))}
      </ul>
    </Part>
  );
}
