import { Link } from "@tanstack/react-router";

const PARTS = [
  ["/products", "Products"],
  ["/prices", "Prices"],
  ["/price-bundles", "Bundles"],
] as const;

/** Products, their prices, and bundles: one entry of the sidebar with three lists. */
export function ProductTabs() {
  return (
    <nav aria-label="Products, prices, and bundles" className="mb-4 flex gap-1 border-b border-line">
      {PARTS.map(([to, name]) => (
        <Link
          key={to}
          to={to}
          className="-mb-px flex h-9 items-center border-b-2 border-transparent px-3 text-sm text-muted hover:text-ink aria-[current=page]:border-accent aria-[current=page]:font-medium aria-[current=page]:text-ink"
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
