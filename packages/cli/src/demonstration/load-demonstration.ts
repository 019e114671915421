import { openServices } from "@counterfoil/service";
import { applicationUrl, openDatabase } from "@counterfoil/storage";
import { asOwner } from "../platform/owner-connection.ts";
import { type Demonstration, type DemonstrationRequest, makeDemonstration } from "./make-demonstration.ts";

/**
 * Creates the demo data in thousands of transactions, none of which waits for the disk. The last statement does, and
 * PostgreSQL writes commits in their order, so the demo data is durable when this returns. If the power fails before,
 * the organization is unfinished, and the next start creates it from the beginning.
 */
export async function loadDemonstration(ownerUrl: string, request: DemonstrationRequest): Promise<Demonstration> {
  const database = openDatabase(applicationUrl(ownerUrl), { commitsEarly: true });
  try {
    const made = await makeDemonstration({
      ...request,
      ports: { ...request.ports, database, ...openServices(database) },
    });
    await asOwner(ownerUrl, (owner) =>
      owner.rows("update organization set updated_at = updated_at where id = $1", [request.organizationId]),
    );
    return made;
  } finally {
    await database.close();
  }
}
