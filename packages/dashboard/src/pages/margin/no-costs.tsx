import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";

/** How to send costs, while there are none in the period. With cost prices, without a request: the usage may be missing. */
export function NoCosts({ hasCostPrices }: { readonly hasCostPrices: boolean }) {
  return (
    <Card className="mb-4">
      <Empty
        title="No costs in this period"
        request={
          hasCostPrices
            ? undefined
            : `curl -X POST ${window.location.origin}/events \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '[{"uniqueId": "call-1", "account": "crm-42", "eventName": "model_tokens",
       "properties": {"tokens": 1250, "model": "large"}, "cost": {"amount": "0.003125", "currency": "USD"}}]'`
        }
      >
        Send a <code>cost</code> with each event, or create a cost price that says what one unit of a metric costs you.{" "}
        <a href="/docs/costs/" className="text-accent underline">
          Read about costs and margin
        </a>
      </Empty>
    </Card>
  );
}
