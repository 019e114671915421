import type { CostPrice } from "@counterfoil/sdk";
import { Fact } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Day } from "../../design/when.tsx";
import { client } from "../../server/client.ts";
import { PriceDialog } from "./price-dialog.tsx";
import { propertiesText } from "./properties-text.ts";

interface CostPriceDialogProps {
  readonly price: CostPrice;
  /** Of the metric. */
  readonly name: string;
  readonly onClose: () => void;
}

/** A cost price, which can be ended or deleted. */
export function CostPriceDialog({ price, name, onClose }: CostPriceDialogProps) {
  return (
    <PriceDialog
      title={`Cost price of ${name}`}
      note="Costs that events already have stay, even if you end or delete the price. To change it, create another with a later start."
      noun="Cost price"
      changes="costPrices"
      validUntil={price.validUntil}
      onEnd={(validUntil) => client.costPrices.update(price.id, { validUntil })}
      onDelete={() => client.costPrices.delete(price.id)}
      onClose={onClose}
    >
      <Fact name="Unit cost">
        <Money amount={price.unitCost} currency={price.currency} />
      </Fact>
      <Fact name="Events">{propertiesText(price.properties)}</Fact>
      <Fact name="From">
        <Day instant={price.validFrom} />
      </Fact>
    </PriceDialog>
  );
}
