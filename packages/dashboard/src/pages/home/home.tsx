import { useQuery } from "@tanstack/react-query";
import { SlidersHorizontal } from "lucide-react";
import { Suspense, useState } from "react";
import { Button } from "../../design/button.tsx";
import { classes } from "../../design/classes.ts";
import { Page } from "../../design/page.tsx";
import { Segments } from "../../design/segments.tsx";
import { whenShown } from "../../design/when-shown.tsx";
import { HOME_CARDS, type HomeCard } from "./card-list.ts";
import { inOrder } from "./card-order.ts";
import type { CardProps } from "./card-props.ts";
import { periodQueries } from "./insight-queries.ts";
import { PeriodChoice } from "./period-choice.tsx";
import { SetupCard } from "./setup-card.tsx";
import { useCardOrder } from "./use-card-order.ts";
import { useCurrency } from "./use-currency.ts";
import { usePeriod } from "./use-period.ts";
import { WhenNear } from "./when-near.tsx";

const CustomizeDialog = whenShown(() =>
  import("./customize-dialog.tsx").then(({ CustomizeDialog }) => CustomizeDialog),
);

/** The figures of the business in a period, and what needs attention. */
export function Home() {
  const { range } = usePeriod();
  const figures = useQuery(periodQueries.keyFigures(range)).data;
  const known = figures?.items.map((item) => item.currency) ?? [];
  const [currency, choose] = useCurrency(known);
  const [order, setOrder] = useCardOrder();
  const [isCustomizing, setCustomizing] = useState(false);
  const cards = inOrder(HOME_CARDS, order).filter(({ id }) => !order.hidden.includes(id));
  const [top, main, side] = (["top", "main", "side"] as const).map((column) =>
    cards.filter((card) => card.column === column),
  );
  return (
    <Page
      title="Home"
      actions={
        <>
          {/* On phones it has a line of its own, so that nothing moves when the currencies are known. */}
          <div className="max-sm:min-h-9 max-sm:w-full max-sm:min-w-68">
            {known.length > 1 ? (
              <Segments
                label="Currency"
                options={known.map((one) => [one, one] as const)}
                chosen={currency}
                onChoose={choose}
              />
            ) : (
              known.map((one) => (
                <span key={one} className="text-sm text-muted sm:hidden">
                  Amounts in {one}
                </span>
              ))
            )}
          </div>
          <PeriodChoice shown={figures} />
          <Button onClick={() => setCustomizing(true)}>
            <SlidersHorizontal aria-hidden className="size-4" />
            <span className="max-lg:sr-only">Customize</span>
          </Button>
        </>
      }
    >
      <div className="mb-4 grid grid-cols-[minmax(0,1fr)] gap-4 empty:hidden">
        <SetupCard />
        <Cards cards={top ?? []} currency={currency} range={range} />
      </div>
      <div className={classes("grid gap-4", side?.length !== 0 && "xl:grid-cols-[minmax(0,1fr)_24rem]")}>
        <div className="grid min-w-0 grid-cols-[minmax(0,1fr)] content-start gap-4 lg:max-xl:grid-cols-2 2xl:grid-cols-2">
          <Cards cards={main ?? []} currency={currency} range={range} />
        </div>
        {side?.length !== 0 && (
          <div className="flex min-w-0 flex-col gap-4">
            <Cards cards={side ?? []} currency={currency} range={range} />
          </div>
        )}
      </div>
      <Suspense fallback={null}>
        {isCustomizing && <CustomizeDialog chosen={order} onChange={setOrder} onClose={() => setCustomizing(false)} />}
      </Suspense>
    </Page>
  );
}

/** A half card without a neighbor takes the whole row. */
function Cards({ cards, ...props }: CardProps & { readonly cards: readonly HomeCard[] }) {
  const alone = new Set<string>();
  let isOpen = false;
  cards.forEach(({ id, size }, place) => {
    if (size === "wide") isOpen = false;
    else if (isOpen) isOpen = false;
    else if (cards[place + 1]?.size === "half") isOpen = true;
    else alone.add(id);
  });
  return cards.map(({ id, size, height, card: Shown }) => (
    <div
      key={id}
      className={classes(
        "grid min-w-0 grid-cols-[minmax(0,1fr)]",
        (size === "wide" || alone.has(id)) && "lg:max-xl:col-span-2 2xl:col-span-2",
      )}
    >
      <WhenNear height={height}>
        <Shown {...props} />
      </WhenNear>
    </div>
  ));
}
