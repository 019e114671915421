import { CopyButton } from "../design/code.tsx";
import { whenShown } from "../design/when-shown.tsx";
import { useReading } from "./reading.ts";

/** Most opened invoices have no QR code, so the script that draws it is loaded with the first code. */
const QrCode = whenShown(() => import("../design/qr-code.tsx").then(({ QrCode }) => QrCode));

interface BankTransferProps {
  readonly details: string;
  readonly reference: string;
  /** The text of the QR code for a banking app. Null if there is no code. */
  readonly transferCode: string | null;
}

/** The bank account and the payment reference, to be copied or scanned. */
export function BankTransfer({ details, reference, transferCode }: BankTransferProps) {
  const { words } = useReading();
  return (
    <div className="mt-4 rounded-md bg-sunken p-3 text-sm sm:p-4">
      <h2 className="mb-2 font-medium">{words.byBankTransfer}</h2>
      <Copyable text={details} label={words.copy} />
      {reference !== "" && (
        <div className="mt-2 border-t border-line pt-2">
          <span className="text-xs text-muted">{words.reference}</span>
          <Copyable text={reference} label={words.copy} />
        </div>
      )}
      {transferCode !== null && (
        <div className="mt-3 flex items-center gap-4 border-t border-line pt-3">
          <QrCode text={transferCode} label={words.scanToPay} className="size-32 shrink-0 sm:size-44" />
          <p className="text-xs text-muted">{words.scanToPay}</p>
        </div>
      )}
    </div>
  );
}

function Copyable({ text, label }: { readonly text: string; readonly label: string }) {
  return (
    <div className="flex items-start justify-between gap-1 sm:gap-3">
      <p className="figures own-direction min-w-0 pt-2 break-words whitespace-pre-line">{text}</p>
      <CopyButton text={text} label={label} />
    </div>
  );
}
