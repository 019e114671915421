import type { Product } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRef, useState } from "react";
import { asked } from "../../../server/asked.ts";
import { Button } from "../../../design/button.tsx";
import { SelectField } from "../../../design/field.tsx";
import { priceWords } from "../../../named/price-words.ts";
import { CATALOG_PRICES } from "../../catalogue/queries.ts";
import { type DraftLine, lineOfPrice } from "./draft-line.ts";

interface AddPriceProps {
  readonly currency: string;
  readonly products: readonly Product[];
  readonly onAdd: (line: DraftLine) => void;
}

const NEW = "new";

/** Adds a line: one of a product's prices, or a new price that is created here. */
export function AddPrice({ currency, products, onAdd }: AddPriceProps) {
  const written = useRef(0);
  const [isOpen, setOpen] = useState(false);
  const [productId, setProductId] = useState("");
  const [priceId, setPriceId] = useState("");
  const product = products.find(({ id }) => id === productId);
  const prices = useQuery({
    ...asked((api, signal) =>
      api.prices
        .list(
          {
            limit: 100,
            filters: [{ field: "productId", value: productId }, { field: "currency", value: currency }, CATALOG_PRICES],
          },
          { signal },
        )
        .all(),
    ),
    enabled: productId !== "",
  }).data;
  const offered = prices?.filter(({ archivedAt }) => archivedAt === null);
  const add = () => {
    const price = prices?.find(({ id }) => id === priceId);
    written.current += 1;
    const key = `added ${written.current}`;
    if (price !== undefined) onAdd(lineOfPrice(price, "", key));
    else if (product !== undefined)
      onAdd({ key, group: "", priceId: null, isChanged: true, price: newPrice(product, currency) });
    setOpen(false);
    setProductId("");
    setPriceId("");
  };
  if (!isOpen) {
    return (
      <Button
        className="self-start"
        icon={<Plus aria-hidden className="size-4" />}
        disabled={currency === ""}
        onClick={() => setOpen(true)}
      >
        Add price
      </Button>
    );
  }
  return (
    <div className="grid items-end gap-3 rounded-md border border-line p-3 sm:grid-cols-[1fr_1fr_auto]">
      <SelectField label="Product" value={productId} onChange={({ target }) => setProductId(target.value)}>
        <option value="">Choose a product</option>
        {products
          .filter(({ archivedAt }) => archivedAt === null)
          .map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
      </SelectField>
      <SelectField
        label={`Price in ${currency}`}
        value={priceId}
        disabled={productId === ""}
        onChange={({ target }) => setPriceId(target.value)}
      >
        <option value="">Choose a price</option>
        {offered?.map((price) => (
          <option key={price.id} value={price.id}>
            {priceWords(price, currency, product?.unitLabel ?? null)}
          </option>
        ))}
        <option value={NEW}>New price</option>
      </SelectField>
      <div className="flex gap-2">
        <Button kind="primary" disabled={product === undefined || priceId === ""} onClick={add}>
          Add
        </Button>
        <Button kind="quiet" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </div>
  );
}

/** The initial price: one free unit for a fixed product, or a free unit price for usage. */
function newPrice({ id, feeType, billingFrequency, metricIds }: Product, currency: string) {
  const shared = {
    productId: id,
    currency,
    billingInterval: billingFrequency === "one-off" ? null : ("monthly" as const),
    discount: null,
  };
  return feeType === "fixed"
    ? { ...shared, type: "fixed" as const, fixedPricingModel: { pricePerUnit: { value: "0" }, units: 1 } }
    : { ...shared, type: "unit" as const, metricIds, unitPricingModel: { pricePerUnit: { value: "0" } } };
}
