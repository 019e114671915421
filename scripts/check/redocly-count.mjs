// A Redocly plugin that prints how many operations its rules checked, which Redocly does not.

/** @returns a Redocly rule that visits each operation and finds nothing wrong */
function counted() {
  let operations = 0;
  return {
    Operation: () => void (operations += 1),
    Root: { leave: () => console.error(`Looked at ${operations} operations`) },
  };
}

export default function counting() {
  return {
    id: "counterfoil",
    rules: { oas3: { counted } },
    configs: { counting: { rules: { "counterfoil/counted": "error" } } },
  };
}
