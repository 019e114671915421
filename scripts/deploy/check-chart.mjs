import { readdirSync } from "node:fs";
import { join } from "node:path";
import { root } from "../bootstrap/root.mjs";
import { expectThat } from "./expect-that.mjs";
import { writeSchemas } from "./kubernetes-schemas.mjs";
import { run } from "./run.mjs";
import { goTool } from "./tools.mjs";

const chart = join(root, "deploy/helm/counterfoil");

/** Lints the chart, then checks each example's objects against the schemas of Kubernetes and of the Prometheus operator. */
export function checkChart() {
  const helm = goTool("helm.sh/helm/v4/cmd/helm", "v4.3.1");
  const kubeconform = goTool("github.com/yannh/kubeconform/cmd/kubeconform", "v0.7.0");
  const location = `${writeSchemas()}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  const validate = (objects) =>
    JSON.parse(run(kubeconform, ["-output", "json", "-summary", "-schema-location", location], { input: objects }))
      .summary;

  const examples = readdirSync(join(chart, "ci"));
  expectThat(examples.length >= 5, "The chart has fewer than five example values");
  return examples.map((example) => {
    const values = ["--values", join(chart, "ci", example)];
    run(helm, ["lint", "--strict", chart, ...values]);
    const objects = run(helm, ["template", "billing", chart, ...values]);
    const { valid, invalid, errors, skipped } = validate(objects);
    expectThat(valid >= 5 && invalid + errors + skipped === 0, `${example}: ${JSON.stringify({ valid, skipped })}`);
    const misspelled = objects.replace("readOnlyRootFilesystem:", "readOnlyRootFileSystem:");
    expectThat(
      refused(() => validate(misspelled)),
      `${example}: kubeconform accepts an unknown member`,
    );
    return `${example}: ${valid} objects`;
  });
}

function refused(validate) {
  try {
    validate();
    return false;
  } catch (error) {
    return String(error.stdout).includes("readOnlyRootFileSystem");
  }
}
