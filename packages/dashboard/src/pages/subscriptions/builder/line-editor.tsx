import type { CounterfoilError, Metric, Product } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { ChevronDown, RotateCcw, Trash2 } from "lucide-react";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { Badge } from "../../../design/badge.tsx";
import { IconButton } from "../../../design/button.tsx";
import { classes } from "../../../design/classes.ts";
import { BareNumber } from "../../../design/number-field.tsx";
import { faultsBelow } from "../../../design/states.tsx";
import { hasWrongNumber } from "../../../format/typed-number.ts";
import { metricsQuery } from "../../../named/metrics.ts";
import { productsQuery } from "../../catalogue/queries.ts";
import { discountWords, priceWords } from "../../../named/price-words.ts";
import { PriceFields } from "./price-fields.tsx";
import { AddPrice } from "./add-price.tsx";
import { bodyOfPrice, type DraftLine } from "./draft-line.ts";

interface LineEditorProps {
  readonly lines: readonly DraftLine[];
  readonly currency: string;
  /** The time zone of the contract's account. */
  readonly timeZone: string;
  readonly onChange: (lines: readonly DraftLine[]) => void;
  /** The server's faults, and the path of each line in the request, by line key. */
  readonly error: unknown;
  readonly places: ReadonlyMap<string, string>;
  /** The assumed usage by metric. Undefined if it is not asked for. */
  readonly quantities?: Readonly<Record<string, string>>;
  readonly onQuantity?: (metricId: string, quantity: string) => void;
}

/** The lines of a contract. Each can be edited in place, removed, or reset. */
export function LineEditor(props: LineEditorProps) {
  const { lines, currency, timeZone, onChange, error, places, quantities, onQuantity } = props;
  const products = useQuery(productsQuery).data ?? [];
  const metrics = useQuery(metricsQuery).data ?? [];
  const change = (key: string, next: Partial<DraftLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...next } : line)));
  const errorOf = ({ key }: DraftLine) => {
    const place = places.get(key);
    return place === undefined ? null : faultsBelow(error, place);
  };
  return (
    <div className="flex flex-col gap-3">
      <ul className="rounded-md border border-line">
        {lines.map((line) => (
          <Line
            key={line.key}
            line={line}
            currency={currency}
            timeZone={timeZone}
            product={products.find(({ id }) => id === line.price.productId)}
            metrics={metrics}
            error={errorOf(line)}
            onChange={(next) => change(line.key, next)}
            onRemove={() => onChange(lines.filter(({ key }) => key !== line.key))}
            {...(quantities !== undefined && { quantities })}
            {...(onQuantity !== undefined && { onQuantity })}
          />
        ))}
        {lines.length === 0 && (
          <li className="px-3 py-6 text-center text-sm text-muted">No items yet. Choose a plan or add a price.</li>
        )}
      </ul>
      <AddPrice currency={currency} products={products} onAdd={(line) => onChange([...lines, line])} />
    </div>
  );
}

interface LineProps extends Pick<LineEditorProps, "currency" | "timeZone" | "quantities" | "onQuantity"> {
  readonly line: DraftLine;
  readonly product: Product | undefined;
  readonly metrics: readonly Metric[];
  readonly error: CounterfoilError | null;
  readonly onChange: (next: Partial<DraftLine>) => void;
  readonly onRemove: () => void;
}

function Line(props: LineProps) {
  const { line, currency, timeZone, product, metrics, error, quantities, onQuantity, onChange, onRemove } = props;
  const [isOpen, setOpen] = useState(line.priceId === null);
  const [restored, setRestored] = useState(0);
  const metricIds = line.price.metricIds?.length ? line.price.metricIds : (product?.metricIds ?? []);
  const counted = metrics.filter(({ id }) => metricIds.includes(id));
  const off = discountWords(line.price.discount, currency, timeZone);
  const restore = async () => {
    if (line.priceId === null) return;
    const price = await client.prices.get(line.priceId);
    onChange({ price: bodyOfPrice(price), isChanged: false });
    setRestored(restored + 1);
  };
  return (
    <li className="border-b border-line last:border-0">
      <div className="flex items-center gap-1 pr-1">
        <button
          type="button"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
          className="flex min-w-0 flex-1 items-center gap-2 px-3 py-2.5 text-left text-sm hover:bg-sunken"
        >
          <ChevronDown
            aria-hidden
            className={classes("size-4 shrink-0 text-muted transition-transform", !isOpen && "-rotate-90")}
          />
          <span className="min-w-0 flex-1">
            <span className="font-medium">{product?.name ?? "…"}</span>
            {line.isChanged && (
              <span className="ml-2">
                <Badge tone="warn">{line.priceId === null ? "New" : "Changed"}</Badge>
              </span>
            )}
            {error !== null && (
              <span className="ml-2">
                <Badge tone="bad">Needs correction</Badge>
              </span>
            )}
            <span className="figures block text-muted">
              {!hasWrongNumber(line.price) && priceWords(line.price, currency, product?.unitLabel ?? null)}
              {off !== null && ` · ${off}`}
            </span>
          </span>
        </button>
        {line.isChanged && line.priceId !== null && (
          <IconButton label="Discard changes" onClick={() => void restore()}>
            <RotateCcw className="size-4" />
          </IconButton>
        )}
        <IconButton label={`Remove ${product?.name ?? "the item"}`} onClick={onRemove}>
          <Trash2 className="size-4" />
        </IconButton>
      </div>
      {isOpen && (
        <div className="px-3 pb-3 sm:pl-9">
          <PriceFields
            key={restored}
            price={line.price}
            product={product}
            error={error}
            onChange={(price) => onChange({ price, isChanged: true })}
          />
        </div>
      )}
      {quantities !== undefined &&
        counted.map(({ id, name }) => (
          <div key={id} className="flex items-center gap-2 px-3 pb-2.5 text-sm text-muted sm:pl-9">
            <span className="min-w-0 flex-1 truncate">If {name} in a period is</span>
            <span className="w-32 shrink-0">
              <BareNumber
                label={`${name} in a period`}
                kind="quantity"
                placeholder="0"
                value={quantities[id] ?? ""}
                onChange={(quantity) => onQuantity?.(id, quantity)}
                className="text-right"
              />
            </span>
          </div>
        ))}
    </li>
  );
}
