import { readFileSync, writeFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { notCounted, toProblem } from "../../../shared/api/definition/problems.ts";
import { accountOperations } from "../../../workers/account/operations/index.ts";
import { catalogueOperations } from "../../../workers/catalogue/operations/index.ts";
import { EVERY_SCOPE } from "../../support/account-client.ts";
import { useWorld } from "../../support/world.ts";
import { builtCommonProblems, builtProblems } from "./built-problems.ts";
import {
  recordApprovals,
  recordCallProblems,
  recordMissingPermissions,
  recordUnanswered,
  recordWithoutCard,
} from "./problems-of-calls.ts";
import {
  COMMON_PROBLEMS,
  comparable,
  moduleFile,
  moduleText,
  ofSampleHost,
  readRecorded,
  recordedFile,
  writeRecorded,
} from "./recorded-files.ts";
import { Recording, type WorkerName } from "./recording.ts";
import { ACCOUNT_REFUSALS, CATALOGUE_REFUSALS, REPEATED } from "./refusals.ts";

/** Settings for payments with Stripe. The test pays nothing, so Stripe gets no request. */
const STRIPE = { PAYMENTS: "stripe", STRIPE_SECRET_KEY: "sk_test_recorded", STRIPE_WEBHOOK_SECRET: "whsec_recorded" };
const world = useWorld({
  hasServer: true,
  vars: { billing: STRIPE },
  isWatched: true,
  bindings: { catalogue: { BILLING: "watched-billing" } },
});
const recording = new Recording(world);
const UPDATING = process.env.UPDATE_SURFACE === "1";
const ids: Record<WorkerName, string[]> = {
  catalogue: catalogueOperations.map(({ id }) => id),
  account: accountOperations.map(({ id }) => id),
};
/** The operation without a recorded call, because its answer is the document with the recorded calls. */
const UNRECORDED = "getOpenApi";

beforeAll(async () => {
  await recordCatalogue();
  await recordAccount();
  await recordCommonProblems();
  recording.dropDoubled();
});

async function recordCatalogue(): Promise<void> {
  await world.setMood("throws");
  const unavailable = await recording.call("catalogue", "listPlans");
  recording.common("catalogue", "billing_unavailable", unavailable.body);
  await world.setMood("well");
  await vi.waitFor(() => recording.answer("catalogue", "listPlans"), { timeout: 15_000 });
  for (const id of recordedIds("catalogue")) await recording.answer("catalogue", id);
  for (const refusal of CATALOGUE_REFUSALS) await recording.refusal("catalogue", refusal);
  recording.common(
    "catalogue",
    "invalid_parameter",
    (await recording.call("catalogue", "listPlans", { lang: "de" })).body,
  );
  recording.common("catalogue", "rate_limited", await untilLimited(() => recording.call("catalogue", "checkDomain")));
}

/** Repeats a call until the rate limit refuses it. @returns the problem */
async function untilLimited(call: () => Promise<{ status: number; body: Record<string, unknown> }>) {
  for (let calls = 0; calls < 200; calls++) {
    const { status, body } = await call();
    if (status === 429) return body;
  }
  throw new Error("no limit was reached");
}

/** Functions that return the input that an operation needs from an earlier answer. */
const CONFIRMED: Record<string, () => Promise<Record<string, unknown>>> = {
  async cancelService() {
    const { confirm } = (await recording.call("account", "quoteCancellation")).body;
    return { confirm };
  },
  async changeDnsZone() {
    const { revision } = (await recording.call("account", "readDnsZone")).body;
    return { revision };
  },
};

async function recordAccount(): Promise<void> {
  const acts = (id: string) => recording.operation("account", id).effect !== "read";
  for (const id of recordedIds("account").filter((one) => !acts(one) && one !== LOG))
    await recording.answer("account", id);
  await recordLog();
  for (const refusal of ACCOUNT_REFUSALS) await recording.refusal("account", refusal);
  await recordWithoutCard(recording);
  await recordCallProblems(recording, world);
  await recordApprovals(recording, world, async (id) => CONFIRMED[id]?.() ?? {});
  for (const id of recordedIds("account").filter(acts)) {
    await recording.answer("account", id, await CONFIRMED[id]?.());
    for (const refusal of REPEATED[id] ?? []) await recording.refusal("account", refusal);
  }
}

const LOG = "listAudit";
/** The calls that the recorded log contains. */
const LOGGED = ["getAccount", "listServices", "listDomains"];

/**
 * Records the log. The API logs a call just after its response, so a call may still be missing. A new connection then
 * makes all calls again.
 */
async function recordLog(): Promise<void> {
  await vi.waitFor(
    async () => {
      recording.startConnection();
      for (const id of LOGGED) await recording.call("account", id);
      const { entries } = (await recording.answer("account", LOG)) as { entries: unknown[] };
      if (entries.length !== LOGGED.length) throw new Error(`${entries.length} calls are in the log`);
    },
    { timeout: 30_000, interval: 500 },
  );
}

async function recordCommonProblems(): Promise<void> {
  const { api } = world;
  const common = (code: string, body: Record<string, unknown>) => recording.common("account", code, body);
  const of = async (...call: Parameters<Recording["call"]> extends [unknown, ...infer Rest] ? Rest : never) =>
    (await recording.call("account", ...call)).body;
  const json = async (response: Promise<Response>) => (await response).json() as Promise<Record<string, unknown>>;
  const post = (body: string, type = "application/json") =>
    json(api.request("/account/orders/plan", {}, { method: "POST", headers: { "Content-Type": type }, body }));

  common("unauthorized", await json(api.request("/account", null)));
  common("outside_limit", await of("listInvoices", {}, { limit: "domain:ana.dev" }));
  common("not_found", await of("renewDomain", { domain: "somebody-elses.ca" }));
  common("invalid_parameter", await json(api.request("/openapi.json?lang=de", null)));
  common("idempotency_key_required", await of("orderPlan", {}, { key: null }));
  common("payload_too_large", await post(JSON.stringify({ plan: "x".repeat(70_000) })));
  common("unsupported_media_type", await post("plan=web-start", "application/x-www-form-urlencoded"));

  const key = crypto.randomUUID();
  await of("orderPlan", {}, { key });
  common("idempotency_key_reused", await of("orderPlan", { plan: "web-pro" }, { key }));
  const doubtful = { key: crypto.randomUUID() };
  await world.setMood("acts-and-throws");
  common("billing_unavailable", await of("orderPlan", {}, doubtful));
  await world.setMood("well");
  common("idempotency_in_progress", await of("orderPlan", {}, doubtful));
  const eager = await api.connect({ scopes: EVERY_SCOPE });
  common(
    "rate_limited",
    await untilLimited(async () => {
      const response = await api.request("/account", eager);
      return { status: response.status, body: (await response.json()) as Record<string, unknown> };
    }),
  );

  const context = { site: world.origin, language: "en", requestId: crypto.randomUUID() } as const;
  recording.common("catalogue", "server_unavailable", { ...toProblem(notCounted(), context) });
  for (const worker of ["catalogue", "account"] as const) {
    recording.common(worker, "internal_error", { ...toProblem(new Error("not shown"), context) });
  }
  for (const problem of builtCommonProblems(`${world.origin}/client-area`)) {
    common(problem.code, { ...toProblem(problem, context) });
  }
  for (const [id, problem] of builtProblems()) {
    recording.own("account", id, problem.code, { ...toProblem(problem, context) });
  }
  await recordUnanswered(recording, world);
  const left = await api.connect({ login: "contact" });
  await recordMissingPermissions(recording, world);
  await world.billing
    .prepare(
      "DELETE FROM account_logins WHERE account_id = 1001 AND login_id IN (SELECT id FROM logins WHERE email = 'contact@maple.example')",
    )
    .run();
  common("access_lost", await json(api.request("/account", left)));
}

const WORKERS = ["catalogue", "account"] as const;
const recordedIds = (worker: WorkerName) => ids[worker].filter((id) => id !== UNRECORDED);
const files = WORKERS.flatMap((worker) => [COMMON_PROBLEMS, ...recordedIds(worker)].map((name) => ({ worker, name })));

test.each(files)("the stored call of $worker $name equals the real call", ({ worker, name }) => {
  const made = name === COMMON_PROBLEMS ? recording.problems[worker] : recording.calls[worker][name];
  const call = ofSampleHost(made, world.origin);
  const file = recordedFile(worker, name);
  if (UPDATING && JSON.stringify(comparable(readRecorded(file))) !== JSON.stringify(comparable(call))) {
    writeRecorded(file, call);
  }
  expect(comparable(readRecorded(file))).toEqual(comparable(call));
});

test.each(WORKERS)("the stored calls of the %s are complete", (worker) => {
  const text = moduleText(worker, recordedIds(worker));
  if (UPDATING) writeFileSync(moduleFile(worker), text);
  expect(readFileSync(moduleFile(worker), "utf8")).toBe(text);
});
