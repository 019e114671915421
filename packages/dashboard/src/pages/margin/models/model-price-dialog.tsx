import type { ModelPrice } from "@counterfoil/sdk";
import { Button } from "../../../design/button.tsx";
import { Fact } from "../../../design/card.tsx";
import { Money } from "../../../design/money.tsx";
import { Day } from "../../../design/when.tsx";
import { client } from "../../../server/client.ts";
import { PriceDialog } from "../price-dialog.tsx";
import type { ModelDraft } from "./new-model-price-dialog.tsx";
import { TOKEN_KINDS } from "./token-kinds.tsx";

interface ModelPriceDialogProps {
  readonly price: ModelPrice;
  readonly onClose: () => void;
  /** Begins the price that replaces this one. */
  readonly onReplace: (draft: ModelDraft) => void;
}

/** A price of a model, which can be ended, replaced or deleted. */
export function ModelPriceDialog({ price, onClose, onReplace }: ModelPriceDialogProps) {
  const { provider, model, prices, currency, validFrom, validUntil } = price;
  return (
    <PriceDialog
      title={`Price of ${model}`}
      note="Costs that events already have stay, even if you end or delete the price."
      noun="Model price"
      changes="modelPrices"
      validUntil={validUntil}
      onEnd={(next) => client.modelPrices.update(price.id, { validUntil: next })}
      onDelete={() => client.modelPrices.delete(price.id)}
      onClose={onClose}
      action={<Button onClick={() => onReplace({ provider, model, prices, currency })}>Change price</Button>}
    >
      <Fact name="Provider">{provider}</Fact>
      {TOKEN_KINDS.flatMap(({ kind, name }) => {
        const amount = prices[kind];
        if (amount === null) return [];
        return [
          <Fact key={kind} name={name}>
            <Money amount={amount} currency={currency} />
          </Fact>,
        ];
      })}
      <Fact name="From">
        <Day instant={validFrom} />
      </Fact>
    </PriceDialog>
  );
}
