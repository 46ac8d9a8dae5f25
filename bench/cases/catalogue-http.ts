import assert from "node:assert/strict";
import { extensions, plans } from "../../dev/seed/catalogue.ts";
import { takesNewNames } from "../../shared/domain-names/registration-terms.ts";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { Case } from "../measure.ts";
import type { BenchSystem } from "../system.ts";
import { bareTarget } from "./bare.ts";

/** Returns the cases for warm reads of the catalogue's long lists. The baseline is a bare Worker. */
export async function catalogueHttpCases(system: BenchSystem): Promise<Case[]> {
  const bare = await bareTarget(system);

  const list = async (path: string, check: (answer: WireAnswer) => void): Promise<Case> => ({
    name: `GET ${path}`,
    subject: await system.target("straight to the catalogue", CATALOGUE, get(path), check),
    references: [
      { target: bare, goal: 0.8 },
      { target: await system.target("same answer, bare Worker", "bench-same-answer", get(path), check), goal: 0.8 },
    ],
  });
  const plansCase = await list(PLANS, holdsPlans);
  const etag = plansCase.subject.answer.headers.get("etag") ?? "";
  const unchanged = await system.target("catalogue", CATALOGUE, get(PLANS, { "If-None-Match": etag }), is304);
  const frontDoor = await system.target("front door", "frontdesk", get(PLANS), holdsPlans);
  return [
    plansCase,
    await list("/api/v1/domains/pricing", holdsPricing),
    { name: `GET ${PLANS}, 304`, subject: unchanged, references: [{ target: bare }] },
    {
      name: `front door, GET ${PLANS}`,
      subject: frontDoor,
      references: [{ target: bare }, { target: plansCase.subject }],
    },
  ];
}

const PLANS = "/api/v1/plans";
const CATALOGUE = "frontdesk-catalogue";

function get(path: string, headers: Record<string, string> = {}): WireRequest {
  return { method: "GET", path, headers };
}

function holdsPlans({ status, body }: WireAnswer): void {
  assert.equal(status, 200);
  assert.equal(JSON.parse(body.toString()).plans.length, plans.length);
}

function holdsPricing({ status, body }: WireAnswer): void {
  assert.equal(status, 200);
  assert.equal(JSON.parse(body.toString()).domains.length, extensions.filter(({ tld }) => takesNewNames(tld)).length);
}

function is304({ status, body }: WireAnswer): void {
  assert.equal(status, 304);
  assert.equal(body.length, 0);
}
