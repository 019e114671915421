import type { ApiRequest, Connection } from "./connection.ts";
import { Download } from "./download.ts";
import { EventStream, type StreamOptions } from "../events/event-stream.ts";
import { Pages } from "./pages.ts";
import { Reply } from "./reply.ts";
import type { RequestOptions } from "./options.ts";

type Method = ApiRequest["method"];
/** The parts of a request apart from its path. */
interface Sent {
  readonly query?: object | undefined;
  readonly body?: unknown;
}

/** The parts of a request whose response is not JSON. */
interface Wanted extends Sent {
  /** The media type of the response. */
  readonly accept: string;
}

const JSON_TYPE = "application/json";

/** The base class of all resources. The generated classes add the paths and types. */
export class Resource {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  protected json<Result>(method: Method, path: string, sent: Sent, options?: RequestOptions): Reply<Result> {
    const request = { method, path, ...sent, accept: JSON_TYPE, options };
    return new Reply(this.#connection.send(request, (response) => response.json() as Promise<Result>));
  }

  /** For an operation that returns 204. */
  protected nothing(method: Method, path: string, sent: Sent, options?: RequestOptions): Reply<void> {
    const request = { method, path, ...sent, accept: JSON_TYPE, options };
    return new Reply(this.#connection.send<void>(request, async (response) => void (await response.text())));
  }

  protected pages<Page extends object, Item>(
    path: string,
    itemsOf: (page: Page) => readonly Item[],
    query: object = {},
    options?: RequestOptions,
  ): Pages<Page, Item> {
    return new Pages(query, itemsOf, (asked) => {
      const request = { method: "GET", path, query: asked, accept: JSON_TYPE, options } as const;
      return this.#connection.send(request, (response) => response.json() as Promise<Page>);
    });
  }

  protected download(method: Method, path: string, sent: Wanted, options?: RequestOptions): Download {
    const request = { method, path, ...sent, options };
    return new Download((read) => this.#connection.send(request, read));
  }

  protected stream<Item>(path: string, query: object = {}, options?: StreamOptions): EventStream<Item> {
    return new EventStream({ connection: this.#connection, path, query, options });
  }
}
