/** Colors of a picture: its background, text, and bars and lines in order. */
export interface Theme {
  readonly paper: string;
  readonly ink: string;
  readonly faint: string;
  readonly grid: string;
  readonly series: readonly string[];
}

/** Series are distinguishable with color blindness (Okabe and Ito), and lighter on dark paper. */
export const themes = {
  light: {
    paper: "#ffffff",
    ink: "#1f2933",
    faint: "#66727f",
    grid: "#d9dee4",
    series: ["#0072b2", "#d55e00", "#009e73", "#8f4f80", "#3f9fd6"],
  },
  dark: {
    paper: "#0d1117",
    ink: "#e6edf3",
    faint: "#9aa5b1",
    grid: "#30363d",
    series: ["#58a6e0", "#f08a4b", "#3fc79a", "#cf8fc0", "#8fd0f5"],
  },
} as const satisfies Record<string, Theme>;
