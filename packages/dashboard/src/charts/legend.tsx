/** The meaning of a chart's colors. */
export function Legend({ items }: { readonly items: readonly (readonly [colour: string, name: string])[] }) {
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-xs text-muted">
      {items.map(([colour, name]) => (
        <li key={name} className="flex items-center gap-1.5">
          <span aria-hidden className={`size-2.5 rounded-[2px] ${colour}`} />
          {name}
        </li>
      ))}
    </ul>
  );
}
