import type { Actor, WriteCall } from "../../../../shared/billing-contract/call.ts";
import type { QuoteResult, WriteOperation, WriteValue } from "../../../../shared/billing-contract/writes.ts";
import { REQUIRED } from "../invariants/accounts.ts";
import { writeCall } from "../steps/customers.ts";
import { CODE_MARK } from "./registry.ts";
import type { World } from "./world.ts";

/** What was asked for under a reference, and what was answered. */
export interface Asked {
  operation: WriteOperation;
  actor: Actor;
  reference: string;
  send(action: WriteCall<true>): Promise<QuoteResult<WriteValue>>;
  /** How often it was asked for. */
  times: number;
  /** JSON of the value that was answered first; null while none was. */
  done: string | null;
  refused: boolean;
}

/** Answers that say nothing of what became of a reference. */
const UNDECIDED = ["billing_unavailable", "access_lost", "permission_denied"];

/** The references of the walk: each has one answer, and the database says the same. */
export class Answers {
  readonly #world: World;
  readonly asked: Asked[] = [];

  constructor(world: World) {
    this.#world = world;
  }

  /** A new reference. */
  begin(operation: WriteOperation, actor: Actor, send: Asked["send"]): Asked {
    const asked = {
      operation,
      actor,
      send,
      reference: `r-${this.asked.length + 1}`,
      times: 0,
      done: null,
      refused: false,
    };
    this.asked.push(asked);
    return asked;
  }

  /** Asks, once more where it was asked before. @returns `ok` or the code of the problem */
  async ask(asked: Asked): Promise<string> {
    const { operation, actor, reference, send } = asked;
    const world = this.#world;
    const { accountId } = actor;
    const key = `${accountId} ${reference}`;
    const wasWritten = world.state.referenceWrittenAt.has(key);
    asked.times++;
    const result = await send(writeCall(actor, REQUIRED[operation], reference));
    const row = world.state.row("actions", accountId, reference);
    const text = JSON.stringify(result);
    if (text.includes(CODE_MARK)) world.fail("no auth code is answered", text);
    if (result.ok) {
      const value = JSON.stringify(result.value);
      if (row?.state !== "done" || row.operation !== operation || !isSame(row.answer, value))
        world.fail("what is answered as done was done", { reference, row, value });
      if (asked.done !== null && !isSame(asked.done, value))
        world.fail("a reference has one answer", { reference, first: asked.done, value });
      if (wasWritten) world.count("answered again");
      asked.done ??= value;
      return "ok";
    }
    const { code } = result.problem;
    if (UNDECIDED.includes(code)) {
      if (row?.state === "done" && code === "billing_unavailable") world.count(`answer lost: ${operation}`);
      return code;
    }
    asked.refused = true;
    const isOwnRefusal = row?.state === "refused" && isSame(row.answer, JSON.stringify(result.problem));
    if (wasWritten && row?.operation === operation && !isOwnRefusal && row.state !== "under_way")
      world.fail("what was done is never answered as refused", { reference, row, code });
    return code;
  }

  /** At the end: what the engine finds of each reference is what it answered. */
  async judge(): Promise<void> {
    const world = this.#world;
    for (const { operation, actor, reference, done } of this.asked) {
      const row = world.state.row("actions", actor.accountId, reference);
      const found = await world.engine.findWrite(actor, reference);
      if (!found.ok) {
        world.fail("every reference is found", { reference, found });
        continue;
      }
      const { value } = found;
      world.count(`reference ${value.state}`);
      if ((value.state === "absent") !== (row === undefined))
        world.fail("a reference is found as it was written", { reference, row, value });
      if (value.state === "absent" && done !== null)
        world.fail("what was answered as done is found", { reference, done });
      if (value.state !== "done") continue;
      if (value.operation !== operation || !isSame(row?.answer ?? "", JSON.stringify(value.value)))
        world.fail("what is found is what was written", { reference, value, row });
      if (done !== null && !isSame(done, JSON.stringify(value.value)))
        world.fail("what is found is what was answered", { reference, value, done });
    }
  }
}

/** Of JSON, with its members in any order. */
function isSame(one: string, other: string): boolean {
  return one === other || sorted(JSON.parse(one)) === sorted(JSON.parse(other));
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, each) =>
    typeof each === "object" && each !== null && !Array.isArray(each)
      ? Object.fromEntries(Object.entries(each).toSorted())
      : each,
  );
}
