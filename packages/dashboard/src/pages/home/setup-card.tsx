import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Check } from "lucide-react";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { classes } from "../../design/classes.ts";
import { useMay } from "../../server/session.ts";
import { setupQueries } from "./setup-queries.ts";

const STEPS = [
  { has: "product", name: "Create a product", note: "What you sell", to: "/products", search: { do: "new" } },
  { has: "price", name: "Add a price", note: "How it is charged", to: "/prices/new" },
  { has: "account", name: "Create an account", note: "The customer you bill", to: "/accounts/new" },
  { has: "subscription", name: "Create a subscription", note: "What the customer buys", to: "/subscriptions/new" },
  { has: "invoice", name: "Issue the first invoice", note: "From the subscription, or a draft", to: "/invoices" },
] as const;

/** The way of a new organization to its first invoice. Shown until an invoice was issued. */
export function SetupCard() {
  const mayWrite = useMay("write");
  const hasInvoice = useQuery(setupQueries.invoice).data;
  // The other questions are asked only while there is no invoice.
  const enabled = mayWrite && hasInvoice === false;
  const has = {
    product: useQuery({ ...setupQueries.product, enabled }).data,
    price: useQuery({ ...setupQueries.price, enabled }).data,
    account: useQuery({ ...setupQueries.account, enabled }).data,
    subscription: useQuery({ ...setupQueries.subscription, enabled }).data,
    invoice: hasInvoice,
  };
  if (!enabled || Object.values(has).includes(undefined)) return null;
  const done = STEPS.filter((step) => has[step.has] === true).length;
  const next = STEPS.find((step) => has[step.has] === false);
  return (
    <Card title="Get set up" note={`${done} of ${STEPS.length} steps done`}>
      <div
        role="progressbar"
        aria-label="Setup progress"
        aria-valuemin={0}
        aria-valuemax={STEPS.length}
        aria-valuenow={done}
        className="mb-4 h-1.5 overflow-hidden rounded-sm bg-sunken"
      >
        <div className="h-full bg-accent" style={{ width: `${(done / STEPS.length) * 100}%` }} />
      </div>
      <ol className="flex flex-col">
        {STEPS.map((step, index) => {
          const isDone = has[step.has] === true;
          return (
            <li key={step.has} className="flex items-center gap-3 border-t border-line py-2.5 first:border-0">
              <span
                aria-hidden
                className={classes(
                  "figures grid size-6 shrink-0 place-items-center rounded-full text-xs",
                  isDone ? "bg-good-soft text-good" : "bg-sunken text-muted",
                )}
              >
                {isDone ? <Check className="size-4" /> : index + 1}
              </span>
              <span className="min-w-0 flex-1">
                <span className={classes("block text-sm font-medium", isDone && "text-muted")}>
                  {step.name}
                  {isDone && <span className="sr-only"> (done)</span>}
                </span>
                <span className="block text-xs text-muted">{step.note}</span>
              </span>
              {!isDone && (
                <Link
                  to={step.to}
                  search={"search" in step ? step.search : {}}
                  aria-label={step.name}
                  className={buttonClasses(step === next ? "primary" : "secondary", "h-8 px-2.5")}
                >
                  {step === next ? "Start" : "Open"}
                </Link>
              )}
            </li>
          );
        })}
      </ol>
    </Card>
  );
}
