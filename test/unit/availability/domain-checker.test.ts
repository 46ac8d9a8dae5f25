import { setTimeout } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { CallerClass, RegistryQuestion, RegistryReply } from "../../../durable-objects/registry/registry-port.ts";
import { type Reason, type Status, verdict } from "../../../shared/domain-names/verdict.ts";
import { CheckCache } from "../../../workers/catalogue/availability/check-cache.ts";
import { domainChecker } from "../../../workers/catalogue/availability/domain-checker.ts";
import { SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";
import type { SourceTable } from "../../../workers/catalogue/availability/sources/source-table.ts";

// Whom a check asks besides the registry, with the deadlines that are shipped. One source is enough for it.

const TABLE: SourceTable = new Map([...SOURCES].filter(([extension]) => extension === "nz"));
const DEADLINES = { whole: 6_000, second: 1_500 };
const STORE = { get: async () => null, put: async () => undefined } as unknown as KVNamespace;

interface Said {
  afterMs?: number;
  status?: Status;
  reason: Reason;
  asked?: boolean;
}

/** A checker whose host and registrar say this. */
function checkerOf(host: Said, registrar: Said) {
  const questions: string[] = [];
  const say = async ({ source }: RegistryQuestion): Promise<RegistryReply> => {
    questions.push(source.kind);
    const said = source.kind === "registrar" ? registrar : host;
    if (said.afterMs) await setTimeout(said.afterMs);
    const { status = "unknown", reason, asked = true } = said;
    const retryAfterMs = reason === "no_public_source" ? null : 30_000;
    return { verdict: verdict(status, reason), at: Date.now(), asked, retryAfterMs };
  };
  const port = { ask: say, forget: async () => undefined, pause: async () => undefined };
  const rate = { perMinute: 60, burst: 20, concurrency: 4 };
  const sources = {
    table: TABLE,
    registrar: { kind: "registrar", host: "registrar", port: 0, rate, origin: "override" } as const,
    resolver: null,
    sandbox: null,
  };
  const now = () => Date.now();
  const checker = domainChecker(sources, () => port, new CheckCache(STORE, "live", now), DEADLINES, now);
  const check = (caller: CallerClass) =>
    caller === "signed_in"
      ? checker.checkNow("name.nz", () => undefined)
      : checker.check("name.nz", "nz", "anonymous", () => undefined);
  return { check, questions };
}

const FREE: Said = { status: "available", reason: "no_registration_found", afterMs: 80 };
const NOBODY: Said = { reason: "no_public_source", asked: false };

describe.each(["anonymous", "signed_in"] as const)("for a caller who is %s", (caller) => {
  test.concurrent("a question that waits for its turn and is denied leads to the registrar in time", async () => {
    const { check } = checkerOf({ reason: "budget", asked: false, afterMs: 4_000 }, FREE);
    const started = Date.now();
    expect(await check(caller)).toMatchObject({ status: "available", source: "registrar" });
    expect(Date.now() - started).toBeLessThan(3_500);
  });

  test.concurrent("so does a host that is silent", async () => {
    const { check } = checkerOf({ reason: "timeout", afterMs: 6_000 }, FREE);
    expect(await check(caller)).toMatchObject({ status: "available", source: "registrar" });
  });

  test.concurrent("the registry's proof goes before what the registrar said beside it", async () => {
    const { check } = checkerOf({ status: "taken", reason: "registered", afterMs: 2_000 }, FREE);
    expect(await check(caller)).toMatchObject({ status: "taken", source: "whois" });
  });

  test.concurrent("a registry that answers spares the registrar", async () => {
    const { check, questions } = checkerOf({ ...FREE, afterMs: 1_000 }, FREE);
    expect(await check(caller)).toMatchObject({ status: "available", source: "whois" });
    expect(questions).toEqual(["whois"]);
  });
});

test.each<[Reason, Status]>([
  ["rate_limited", "throttled"],
  ...(["refused", "timeout", "unreachable", "bad_answer"] as const).map((reason): [Reason, Status] => [
    reason,
    "unknown",
  ]),
])("after %s of the registry an order asks the registrar, and a visitor's check does not", async (reason, status) => {
  const order = checkerOf({ reason, status }, FREE);
  expect(await order.check("signed_in")).toMatchObject({ status: "available", source: "registrar" });
  const visitor = checkerOf({ reason, status }, FREE);
  expect(await visitor.check("anonymous")).toMatchObject({ status: "unknown", reason });
  expect(visitor.questions).toEqual(["whois"]);
  const alone = checkerOf({ reason, status }, NOBODY);
  expect(await alone.check("signed_in")).toMatchObject({ status: "unknown", reason, retryAfterMs: 30_000 });
});
