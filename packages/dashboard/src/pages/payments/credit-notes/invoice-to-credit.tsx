import { pageAt } from "../../../routing/page-at.ts";
import { useNavigate } from "@tanstack/react-router";
import { asked } from "../../../server/asked.ts";
import { Dialog } from "../../../design/dialog.tsx";
import { PickField } from "../../../design/pick-field.tsx";
import { formatMoney } from "../../../format/amount.ts";

/** Chooses the invoice that a new credit note corrects. */
export function InvoiceToCredit({ onClose }: { readonly onClose: () => void }) {
  const navigate = useNavigate();
  return (
    <Dialog title="New credit note" note="Choose an invoice to see its lines." isOpen onClose={onClose}>
      <div className="min-h-72">
        <PickField
          label="Invoice"
          hint="Search by invoice number"
          search={(text) =>
            asked((api, signal) =>
              api.invoices.list(
                {
                  limit: 20,
                  sort: "createdAt:desc",
                  filters: [
                    { field: "status", operator: "in", value: ["issued", "overdue", "paid", "uncollectible"] },
                    ...(text === "" ? [] : [{ field: "number" as const, operator: "contains" as const, value: text }]),
                  ],
                },
                { signal },
              ),
            )
          }
          options={({ items }) =>
            items.map(({ id, number, total, currency }) => ({
              id,
              name: number ?? id,
              note: formatMoney(total, currency),
            }))
          }
          chosen={null}
          onChoose={(id) =>
            id !== null &&
            void navigate({
              ...pageAt("/invoices/$invoiceId", { do: "credit" }, { invoiceId: id }),
              ignoreBlocker: true,
            })
          }
        />
      </div>
    </Dialog>
  );
}
