import type { CatalogModel, TokenPrices } from "@counterfoil/sdk";
import { Button } from "../../../design/button.tsx";
import { Fact, Facts } from "../../../design/card.tsx";
import { Dialog, DialogActions, DialogCancel } from "../../../design/dialog.tsx";
import { Money } from "../../../design/money.tsx";
import { Day } from "../../../design/when.tsx";
import { formatQuantity } from "../../../format/amount.ts";
import { useMay } from "../../../server/session.ts";
import type { ModelDraft } from "./new-model-price-dialog.tsx";
import { TOKEN_KINDS } from "./token-kinds.tsx";

interface CatalogModelDialogProps {
  readonly entry: CatalogModel;
  readonly onClose: () => void;
  /** Begins an own price of the model. */
  readonly onPrice: (draft: ModelDraft) => void;
}

/** All prices of a model of the catalog. */
export function CatalogModelDialog({ entry, onClose, onPrice }: CatalogModelDialogProps) {
  const { provider, model, prices, since, changesAt, longPrompts, variesByTime } = entry;
  const mayWrite = useMay("write");
  return (
    <Dialog
      title={model}
      note="US dollars for a million tokens. Kinds without a price cost what input or output costs."
      isOpen
      onClose={onClose}
    >
      <Facts>
        <Fact name="Provider">{provider}</Fact>
        <PricesOf prices={prices} />
        {longPrompts.map(({ above, prices: long }) => (
          <PricesOf key={above} prices={long} where={`above ${formatQuantity(above)} tokens`} />
        ))}
        <Fact name="Since">
          <Day instant={since} />
        </Fact>
        {changesAt !== null && (
          <Fact name="Changes on">
            <Day instant={changesAt} />
          </Fact>
        )}
      </Facts>
      {variesByTime && <p className="text-sm text-muted">The price depends on the time of day. These apply now.</p>}
      <DialogActions>
        <DialogCancel>Close</DialogCancel>
        {mayWrite && (
          <Button kind="primary" onClick={() => onPrice({ provider, model, prices })}>
            Set your own price
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}

/** The kinds with a price. */
function PricesOf({ prices, where }: { readonly prices: TokenPrices; readonly where?: string }) {
  return TOKEN_KINDS.flatMap(({ kind, name }) => {
    const amount = prices[kind];
    if (amount === null) return [];
    return [
      <Fact key={kind} name={where === undefined ? name : `${name}, ${where}`}>
        <Money amount={amount} currency="USD" />
      </Fact>,
    ];
  });
}
