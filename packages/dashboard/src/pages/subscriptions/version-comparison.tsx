import type { Price, SubscriptionVersion } from "@counterfoil/sdk";
import { Badge, type Tone } from "../../design/badge.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { formatDay } from "../../format/dates.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { useCatalogue } from "./price-queries.ts";
import { priceWords } from "../../named/price-words.ts";
import { compareLines, compareTerms, type FieldDifference, type LineDifference } from "./version-diff.ts";

const TONES: Readonly<Record<LineDifference["kind"], Tone>> = {
  same: "neutral",
  changed: "warn",
  added: "good",
  removed: "bad",
};

/** One difference, as a line of the export. */
interface Difference extends FieldDifference {
  /** The name of the line. Empty for terms of the version besides its prices. */
  readonly line: string;
}

const columns: readonly Column<Difference>[] = [
  { name: "Line", cell: ({ line }) => line, text: ({ line }) => line },
  { name: "Field", cell: ({ name }) => name, text: ({ name }) => name },
  { name: "Before", cell: ({ before }) => before, text: ({ before }) => before },
  { name: "After", cell: ({ after }) => after, text: ({ after }) => after },
];

interface VersionComparisonProps {
  readonly before: SubscriptionVersion;
  readonly after: SubscriptionVersion;
  readonly timeZone: string;
}

/** Compares two versions field by field and line by line. */
export function VersionComparison({ before, after, timeZone }: VersionComparisonProps) {
  const idsOf = (version: SubscriptionVersion) => version.priceGroups.flatMap(({ priceIds }) => priceIds);
  const { prices, products, isPending, error } = useCatalogue([...idsOf(before), ...idsOf(after)]);
  if (error !== null) return <FailureLine error={error} />;
  if (isPending) return <Skeleton className="h-40" />;
  const pricesOf = (version: SubscriptionVersion) => idsOf(version).flatMap((id) => prices.get(id) ?? []);
  const inZone = (fields: readonly FieldDifference[]) =>
    fields.map((field) => ({
      ...field,
      before: shown(field.before, timeZone),
      after: shown(field.after, timeZone),
    }));
  const lines = compareLines(pricesOf(before), pricesOf(after)).map((line) => ({
    ...line,
    fields: inZone(line.fields),
  }));
  const terms = inZone(compareTerms(before, after));
  const productOf = ({ after: sold, before: was }: LineDifference) => products.get((sold ?? was)?.productId ?? "");
  const words = (price: Price | null) =>
    price === null ? null : priceWords(price, price.currency, products.get(price.productId)?.unitLabel ?? null);
  const differences = [
    ...terms.map((field) => ({ ...field, line: "" })),
    ...lines
      .filter(({ kind }) => kind !== "same")
      .flatMap((line) =>
        [{ name: toWords(line.kind), before: words(line.before), after: words(line.after) }, ...line.fields].map(
          (field) => ({ ...field, line: productOf(line)?.name ?? "" }),
        ),
      ),
  ];
  return (
    <div className="flex flex-col gap-5">
      <div className="flex justify-end">
        <ExportButton
          name={`changes-${before.id}-${after.id}`}
          rows={fixedRows({ data: differences, isPending, error: null, refetch: () => undefined })}
          columns={columns}
        />
      </div>
      <Fields fields={terms} />
      <ul>
        {lines.map((line) => {
          const price = line.after ?? line.before;
          if (price === null) return null;
          return (
            <li key={price.id} className="border-b border-line py-2.5 last:border-0">
              <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
                <Badge tone={TONES[line.kind]}>{toWords(line.kind)}</Badge>
                <span className="flex-1 font-medium">{productOf(line)?.name ?? "…"}</span>
                <span className="figures">
                  {line.kind === "changed" || line.kind === "removed" ? (
                    <del className="text-muted">{words(line.before)}</del>
                  ) : null}{" "}
                  {line.kind === "removed" ? null : words(line.after)}
                </span>
              </div>
              {line.fields.length > 0 && (
                <div className="mt-2 sm:pl-20">
                  <Fields fields={line.fields} />
                </div>
              )}
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Fields({ fields }: { readonly fields: readonly FieldDifference[] }) {
  if (fields.length === 0) return null;
  return (
    <table className="w-full text-sm">
      <thead>
        <tr className="text-left text-xs text-muted">
          <th scope="col" className="py-1 pr-3 font-medium">
            Field
          </th>
          <th scope="col" className="py-1 pr-3 font-medium">
            Before
          </th>
          <th scope="col" className="py-1 font-medium">
            After
          </th>
        </tr>
      </thead>
      <tbody>
        {fields.map(({ name, before, after }) => (
          <tr key={name} className="border-t border-line">
            <th scope="row" className="py-1.5 pr-3 text-left font-normal text-muted">
              {name}
            </th>
            <td className="figures py-1.5 pr-3 break-words">{before === null || before === "" ? "–" : before}</td>
            <td className="figures py-1.5 break-words">{after === null || after === "" ? "–" : after}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** An instant as a day in the account's time zone. Any other text is unchanged. */
function shown(text: string | null, timeZone: string): string | null {
  return text !== null && /^\d{4}-\d\d-\d\dT/.test(text) ? formatDay(text, timeZone) : text;
}
