import { entryName } from "./check-references.ts";
import type { Resolve } from "./convert.ts";
import type { Plan } from "./make-plan.ts";
import { nameInFile } from "./name-objects.ts";
import { type ServerCatalog, taxRateId } from "./server-catalog.ts";
import { SECTIONS, type Section } from "./shape.ts";

/** The current ID of each key. */
export class ObjectIds {
  readonly #ids = new Map<string, string>();
  readonly #keys = new Map<string, string>();
  readonly #server: ServerCatalog;
  hasReplaced = false;

  constructor({ named, server }: Plan) {
    this.#server = server;
    for (const section of SECTIONS) {
      for (const [key, { object }] of named[section]) this.set(section, key, object.id);
    }
  }

  set(section: Section, key: string, id: string): void {
    this.#ids.set(`${section} ${key}`, id);
    this.#keys.set(id, key);
  }

  find(section: Section, key: string): string | null {
    return this.#ids.get(`${section} ${key}`) ?? null;
  }

  noteReplaced(): void {
    this.hasReplaced = true;
  }

  readonly resolve: Resolve = (to, named) => {
    if (to === "features") return named;
    if (to === "taxRates") return taxRateId(this.#server, named) ?? named;
    const id = this.find(to, named);
    if (id === null) throw new Error(`the ${entryName(to)} ${named} was not created`);
    return id;
  };

  /** What a file calls an object of the server: the opposite of `resolve`. */
  readonly nameInFile: Resolve = (to, id) => nameInFile(this.#server, this.#keys, to, id);
}
