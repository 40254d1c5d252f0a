/* Messages to a host, wherever it runs: a program on this machine, or a worker of this page. */
// @ts-check

/** @import { Carrier } from "./types.js" */

/** What a host refuses, in a sentence. */
export class Refusal extends Error {
  /** @param {{ code: string, text: string }} error */
  constructor(error) {
    super(error.text);
    this.code = error.code;
  }
}

/** Messages over HTTP to the program that served this page. @param {string} token @returns {Carrier} */
export function program(token) {
  return {
    async send(message) {
      const answer = await fetch("message", { method: "POST", headers: { "content-type": "application/json", "x-arbitre-token": token }, body: JSON.stringify(message) });
      if (!answer.ok) throw new Refusal({ code: String(answer.status), text: await answer.text() });
      return answer.json();
    },
  };
}

/** A host that is asked one thing after the other. */
export class Host {
  #carrier;
  #last = Promise.resolve();
  #count = 0;

  /** @param {Carrier} carrier */
  constructor(carrier) {
    this.#carrier = carrier;
  }

  /** The answer to a message; a {@link Refusal} where it is refused. @param {string} what @param {Record<string, unknown>} [parts] @returns {Promise<any>} */
  ask(what, parts = {}) {
    const mine = this.#last.then(async () => {
      const answer = await this.#carrier.send({ id: ++this.#count, do: what, ...parts });
      if (answer.error) throw new Refusal(answer.error);
      return answer.ok;
    });
    this.#last = mine.catch(() => undefined);
    return mine;
  }
}
