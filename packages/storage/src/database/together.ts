import type { Tx } from "./tx.ts";

interface Batch<Question, Answer> {
  readonly questions: Question[];
  readonly answers: Promise<ReadonlyMap<number, Answer>>;
}

/**
 * Asks the questions of requests that were read in one turn of the event loop in one statement for each organization. A
 * statement costs more than a lookup, and no answer is older than its question.
 */
export class Together<Question, Answer> {
  readonly #ask: (tx: Tx, questions: readonly Question[]) => Promise<ReadonlyMap<number, Answer>>;
  readonly #open = new Map<string, Batch<Question, Answer>>();

  /** @param ask answers by the places of the questions; without those that have none */
  constructor(ask: (tx: Tx, questions: readonly Question[]) => Promise<ReadonlyMap<number, Answer>>) {
    this.#ask = ask;
  }

  /** @param tx for reading, outside a transaction */
  async ask(tx: Tx, question: Question): Promise<Answer | undefined> {
    const { organizationId } = tx;
    let batch = this.#open.get(organizationId);
    if (batch === undefined) {
      const questions: Question[] = [];
      const answers = nextTurn().then(() => {
        this.#open.delete(organizationId);
        return this.#ask(tx, questions);
      });
      batch = { questions, answers };
      this.#open.set(organizationId, batch);
    }
    const place = batch.questions.push(question) - 1;
    return (await batch.answers).get(place);
  }
}

function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}
