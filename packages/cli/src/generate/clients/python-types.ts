import type { Member, NamedType, NullableShape, Shape } from "./shapes.ts";

const KEYWORDS = new Set(["from", "in", "is", "not", "and", "or", "if", "for", "as", "with", "class", "def", "import"]);

/** A TypedDict or a Literal for each named schema. */
export function writePythonTypes(types: readonly NamedType[]): string {
  const declarations = types.map((type) =>
    type.kind === "words" ? `${type.name} = Literal[${literals(type.words)}]\n` : typedDict(type.name, type.members),
  );
  return declarations.join("\n\n");
}

/**
 * Python 3.10 has no NotRequired, so a type with optional members inherits the required ones. A name that Python
 * reserves, such as `from`, needs the functional form.
 */
function typedDict(name: string, members: readonly Member[]): string {
  const required = members.filter(({ isRequired }) => isRequired);
  const optional = members.filter(({ isRequired }) => !isRequired);
  if (required.length > 0 && optional.length > 0) {
    return [
      part(`_${name}Required`, "TypedDict", required, true),
      part(`_${name}Optional`, "TypedDict", optional, false),
      `class ${name}(_${name}Required, _${name}Optional):\n    pass\n`,
    ].join("\n\n");
  }
  return part(name, "TypedDict", members, optional.length === 0);
}

function part(name: string, base: string, members: readonly Member[], isTotal: boolean): string {
  const total = isTotal ? "" : ", total=False";
  if (members.some((member) => !isWritable(member.name))) {
    const entries = members.map(
      (member) => `        ${JSON.stringify(member.name)}: ${quoted(pythonType(member.type))},\n`,
    );
    return `${name} = TypedDict(\n    "${name}",\n    {\n${entries.join("")}    }${total},\n)\n`;
  }
  const lines = members.map(
    (member) => `    ${member.name}: ${pythonType(member.type)}\n${docString(member.description, "    ")}`,
  );
  return `class ${name}(${base}${total}):\n${lines.length === 0 ? "    pass\n" : lines.join("")}`;
}

function isWritable(name: string): boolean {
  return /^[A-Za-z_]\w*$/.test(name) && !KEYWORDS.has(name);
}

function pythonType({ shape, isNullable }: NullableShape): string {
  const text = pythonShape(shape);
  return isNullable && text !== "Any" ? `Optional[${text}]` : text;
}

function pythonShape(shape: Shape): string {
  switch (shape.kind) {
    case "named":
      return shape.name;
    case "text":
      return "str";
    case "integer":
      return "int";
    case "number":
      return "Number";
    case "boolean":
      return "bool";
    case "unknown":
      return "Any";
    case "words":
      return `Literal[${literals(shape.words)}]`;
    case "list":
      return `List[${pythonType(shape.items)}]`;
    case "map":
      return `Dict[str, ${pythonType(shape.values)}]`;
    case "union":
      return `Union[${shape.of.map(pythonShape).join(", ")}]`;
  }
}

function literals(words: readonly string[]): string {
  return words.map((word) => JSON.stringify(word)).join(", ");
}

function quoted(type: string): string {
  return `'${type}'`;
}

export function docString(text: string, indent: string): string {
  const lines = text.trim().replaceAll("\\", "\\\\").replaceAll('"', '\\"').split("\n");
  if (lines.join("") === "") return "";
  const body = lines.map((line, k) => (k === 0 || line === "" ? line : indent + line)).join("\n");
  return `${indent}"""${body}${lines.length > 1 ? `\n${indent}` : ""}"""\n`;
}
