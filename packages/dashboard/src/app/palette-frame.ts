/** The position and box of the palette, which stay the same before and after its script is loaded. */
export const PALETTE_FRAME =
  "fixed top-[12vh] left-1/2 z-50 w-[calc(100%-2rem)] max-w-xl -translate-x-1/2 overflow-hidden rounded-lg border border-line bg-surface shadow-over";
export const PALETTE_BOX =
  "h-12 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-muted";
export const PALETTE_ASKS = "Search anything: name, email, ID, number, or amount";
