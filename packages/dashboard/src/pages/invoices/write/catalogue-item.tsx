import type { Price } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { BookOpen } from "lucide-react";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { SelectField } from "../../../design/field.tsx";
import { PickField } from "../../../design/pick-field.tsx";
import { priceWords } from "../../../named/price-words.ts";
import { asked } from "../../../server/asked.ts";
import type { LineDraft } from "./line-draft.ts";

type ItemOfLine = Pick<LineDraft, "description" | "quantity" | "unitPrice" | "productId">;

interface CatalogueItemProps {
  readonly currency: string;
  readonly onAdd: (item: ItemOfLine) => void;
}

/** Adds a line for a product of the catalog. The product decides the tax category, and one of its prices the amount. */
export function CatalogueItem({ currency, onAdd }: CatalogueItemProps) {
  const [isOpen, setOpen] = useState(false);
  const [productId, setProductId] = useState<string | null>(null);
  const [priceId, setPriceId] = useState("");
  const product = useQuery({
    ...asked((api, signal) => api.products.get(productId ?? "", { signal })),
    enabled: productId !== null,
  }).data;
  const prices = usePlainPrices(productId, currency);
  const close = () => {
    setOpen(false);
    setProductId(null);
    setPriceId("");
  };
  if (!isOpen) {
    return (
      <Button icon={<BookOpen aria-hidden className="size-4" />} onClick={() => setOpen(true)}>
        Add catalog item
      </Button>
    );
  }
  const price = prices.find(({ id }) => id === priceId);
  return (
    <div className="grid w-full items-end gap-3 rounded-md border border-line p-3 sm:grid-cols-[1fr_1fr_auto]">
      <PickField
        label="Product"
        search={(text) =>
          asked((api, signal) =>
            api.products.list(
              { limit: 20, sort: "name:asc", ...(text !== "" && { filters: [productNamed(text)] }) },
              { signal },
            ),
          )
        }
        options={({ products }) =>
          products
            .filter(({ archivedAt }) => archivedAt === null)
            .map(({ id, name, description }) => ({ id, name, note: description ?? "" }))
        }
        chosen={product?.name ?? null}
        onChoose={(id) => {
          setProductId(id);
          setPriceId("");
        }}
      />
      <SelectField label="Price" value={priceId} onChange={({ target }) => setPriceId(target.value)}>
        <option value="">Enter a price on the line</option>
        {prices.map((one) => (
          <option key={one.id} value={one.id}>
            {priceWords(one, one.currency)}
          </option>
        ))}
      </SelectField>
      <div className="flex gap-2">
        <Button onClick={close}>Cancel</Button>
        <Button
          kind="primary"
          disabled={product === undefined}
          onClick={() => {
            if (product === undefined) return;
            onAdd({ description: product.name, productId: product.id, ...amountOf(price) });
            close();
          }}
        >
          Add
        </Button>
      </div>
    </div>
  );
}

const productNamed = (text: string) => ({ field: "name" as const, operator: "contains" as const, value: text });

/** The prices of a product that have one amount per unit, so that a line can use it. */
function usePlainPrices(productId: string | null, currency: string): readonly Price[] {
  const { data = [] } = useQuery({
    ...asked((api, signal) =>
      api.prices
        .list(
          {
            limit: 100,
            filters: [
              { field: "productId", value: productId ?? "" },
              { field: "currency", value: currency },
              { field: "type", operator: "in", value: ["fixed", "unit"] },
            ],
          },
          { signal },
        )
        .all(),
    ),
    enabled: productId !== null,
  });
  return data.filter(({ archivedAt }) => archivedAt === null);
}

function amountOf(price: Price | undefined): Pick<LineDraft, "quantity" | "unitPrice"> {
  const fixed = price?.fixedPricingModel;
  if (fixed !== undefined) return { quantity: String(fixed.units), unitPrice: fixed.pricePerUnit.value };
  return { quantity: "1", unitPrice: price?.unitPricingModel?.pricePerUnit.value ?? "" };
}
