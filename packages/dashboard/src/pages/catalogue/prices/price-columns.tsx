import type { ListedPrice, Price, Product } from "@counterfoil/sdk";
import { Badge } from "../../../design/badge.tsx";
import { Day } from "../../../design/when.tsx";
import { toWords } from "../../../format/words.ts";
import type { Column } from "../../../list/column.ts";
import { ArchivedBadge } from "../archive/archived.tsx";
import { ContractPriceBadge } from "./contract-prices.tsx";
import { nameOfModel } from "./models.ts";
import { unitOfPrice } from "./price-name.ts";
import { priceSentence } from "./price-sentence.ts";

/** The columns of every list of prices. */
export function priceColumns(
  products: readonly Product[],
  { withProduct }: { readonly withProduct: boolean },
): readonly Column<ListedPrice>[] {
  const sentence = (price: Price) => priceSentence(price, unitOfPrice(price.productId, products));
  const product = ({ productId }: Price) => products.find(({ id }) => id === productId)?.name ?? productId;
  return [
    ...(withProduct ? [{ name: "Product", cell: product, text: product, width: "11rem" }] : []),
    {
      name: "Model",
      cell: ({ type }) => (withProduct ? <Badge>{nameOfModel(type)}</Badge> : nameOfModel(type)),
      text: ({ type }) => type,
      width: "11rem",
      ...(withProduct && { from: "lg" as const }),
    },
    {
      name: "Price",
      cell: (price) => (
        <span title={sentence(price)}>
          <ArchivedBadge archivedAt={price.archivedAt} /> <ContractPriceBadge subscriptionId={price.subscriptionId} />{" "}
          {sentence(price)}
        </span>
      ),
      text: sentence,
    },
    {
      name: "Interval",
      cell: ({ billingInterval }) => (billingInterval === null ? "Once" : toWords(billingInterval)),
      text: ({ billingInterval }) => billingInterval,
      width: "7rem",
      from: "lg",
    },
    {
      name: "Currency",
      cell: ({ currency }) => currency,
      text: ({ currency }) => currency,
      width: "6rem",
      from: "lg",
    },
    {
      name: "Created",
      cell: ({ createdAt }) => <Day instant={createdAt} />,
      text: ({ createdAt }) => createdAt,
      width: "8rem",
      from: "xl",
    },
  ];
}
