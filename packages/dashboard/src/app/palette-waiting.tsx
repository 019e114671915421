import { PALETTE_ASKS, PALETTE_BOX, PALETTE_FRAME } from "./palette-frame.ts";

interface PaletteWaitingProps {
  readonly text: string;
  readonly onText: (text: string) => void;
  readonly onClose: () => void;
}

/** Accepts input while the palette is still loading, because users type immediately. */
export function PaletteWaiting({ text, onText, onClose }: PaletteWaitingProps) {
  return (
    <div className={PALETTE_FRAME}>
      <input
        aria-label="Search or go to"
        autoFocus
        value={text}
        onChange={({ target }) => onText(target.value)}
        onKeyDown={({ key }) => key === "Escape" && onClose()}
        placeholder={PALETTE_ASKS}
        className={PALETTE_BOX}
      />
    </div>
  );
}
