/** Parses a scrape as strictly as the specification of the text format. */
export interface Exposition {
  readonly families: ReadonlyMap<string, { readonly type: string; readonly help: string }>;
  readonly samples: readonly { readonly name: string; readonly labels: Labels; readonly value: number }[];
  /** The only sample of a name with these labels. */
  value(name: string, labels?: Labels): number | undefined;
}

type Labels = Readonly<Record<string, string>>;

const NAME = "[a-zA-Z_:][a-zA-Z0-9_:]*";
const HELP = new RegExp(`^# HELP (${NAME}) ((?:[^\\\\]|\\\\\\\\|\\\\n)*)$`);
const TYPE = new RegExp(`^# TYPE (${NAME}) (counter|gauge|histogram)$`);
const SAMPLE = new RegExp(`^(${NAME})(?:\\{(.*)\\})? (-?\\d+(?:\\.\\d+)?(?:e[+-]?\\d+)?|NaN|[+-]Inf)$`);
const LABEL = /^([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\\n]|\\\\|\\"|\\n)*)"(?:,|$)/;

export function readExposition(text: string): Exposition {
  if (!text.endsWith("\n")) throw new Error("the last line does not end");
  const families = new Map<string, { type: string; help: string }>();
  const samples: { name: string; labels: Labels; value: number }[] = [];
  const seen = new Set<string>();
  let family = { name: "", type: "", help: "" };
  for (const line of text.slice(0, -1).split("\n")) {
    const [, helped, help = ""] = HELP.exec(line) ?? [];
    const [, typed, type = ""] = TYPE.exec(line) ?? [];
    const [, name = "", labelText = "", value = ""] = SAMPLE.exec(line) ?? [];
    if (helped !== undefined) {
      if (families.has(helped)) throw new Error(`${helped} is told twice`);
      family = { name: helped, type: "", help };
    } else if (typed !== undefined) {
      if (typed !== family.name || family.type !== "") throw new Error(`the type of ${typed} is not below its help`);
      family = { ...family, type };
      families.set(typed, { type, help: family.help });
    } else {
      const suffix = name.slice(family.name.length);
      const suffixes = family.type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
      if (!name.startsWith(family.name) || !suffixes.includes(suffix))
        throw new Error(`not of ${family.name}: ${line}`);
      const labels = readLabels(labelText);
      const identity = name + JSON.stringify(Object.entries(labels).toSorted(([a], [b]) => a.localeCompare(b)));
      if (seen.has(identity)) throw new Error(`told twice: ${line}`);
      seen.add(identity);
      samples.push({ name, labels, value: Number(value.replace("Inf", "Infinity")) });
    }
  }
  const value = (name: string, labels: Labels = {}) =>
    samples.find(
      (sample) => sample.name === name && Object.entries(labels).every(([key, one]) => sample.labels[key] === one),
    )?.value;
  return { families, samples, value };
}

function readLabels(text: string): Labels {
  const labels: Record<string, string> = {};
  let rest = text;
  while (rest !== "") {
    const [whole, name, value] = LABEL.exec(rest) ?? [];
    if (whole === undefined || name === undefined || value === undefined || name in labels)
      throw new Error(`labels: ${text}`);
    labels[name] = value.replaceAll(/\\(.)/g, (_, one: string) => (one === "n" ? "\n" : one));
    rest = rest.slice(whole.length);
  }
  return labels;
}
