import { useQuery } from "@tanstack/react-query";
import { BurnDownChart } from "../charts/burn-down-chart.tsx";
import { FailureLine } from "../design/states.tsx";
import { portals } from "./connection.ts";
import { Part } from "./frame.tsx";
import { useReading } from "./reading.ts";
import { LIVE_MILLISECONDS } from "../server/live.ts";

/** What the customer can still spend of prepaid credit and a credit line. Nothing for an account without either. */
export function PortalCredit({ token }: { readonly token: string }) {
  const { words, say, money, date, locale } = useReading();
  const { data, error } = useQuery({
    queryKey: ["portal", token, "credit"],
    queryFn: ({ signal }) => portals.getCredit(token, { signal }),
    retry: false,
    refetchInterval: LIVE_MILLISECONDS,
  });
  if (data?.balances.length === 0 || (data === undefined && error === null)) return null;
  return (
    <Part title={words.availableCredit}>
      <FailureLine error={error} />
      {data?.balances.map(({ currency, available, running, held }) => {
        const own = data.burnDown.find((one) => one.currency === currency);
        const figures = [
          [words.available, available],
          [words.runningUsage, running],
          [words.reserved, held],
        ] as const;
        return (
          <section key={currency} className="mb-4 last:mb-0">
            <dl className="mb-4 flex flex-wrap gap-x-8 gap-y-2">
              {figures.map(([name, amount]) => (
                <div key={name}>
                  <dt className="text-sm text-muted">{name}</dt>
                  <dd className="figures text-xl font-semibold">{money(amount, currency)}</dd>
                </div>
              ))}
            </dl>
            {own !== undefined && own.runsOutOn !== null && (
              <p className="mb-3 text-sm text-muted">{say("lastsUntil", { date: date(own.runsOutOn) })}</p>
            )}
            {own !== undefined && own.points.length > 1 && (
              <BurnDownChart
                label={`${words.availableCredit}: ${currency}`}
                currency={currency}
                points={own.points}
                forecast={own.forecast}
                timezone={data.timezone}
                locale={locale}
                money={(amount) => money(amount, currency)}
                hint={words.arrowKeys}
              />
            )}
          </section>
        );
      })}
    </Part>
  );
}
