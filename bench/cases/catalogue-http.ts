import assert from "node:assert/strict";
import { extensions } from "../../dev/seed/extensions.ts";
import { plans } from "../../dev/seed/plans.ts";
import { takesNewNames } from "../../shared/domain-names/registration-terms.ts";
import type { WireAnswer, WireRequest } from "../http-wire.ts";
import type { Case } from "../measure.ts";
import type { BenchSystem } from "../system.ts";
import { bareTarget } from "./bare.ts";

/** Warm reads of the catalogue, the long lists, beside a bare Worker. */
export async function catalogueHttpCases(system: BenchSystem): Promise<Case[]> {
  const bare = await bareTarget(system);

  const plansRequest = get("/api/v1/plans");
  const catalogue = await system.target("straight to the catalogue", CATALOGUE, plansRequest, holdsPlans);
  const samePlans = await system.target("same answer, bare Worker", SAME_ANSWER, plansRequest, holdsPlans);
  const frontDoor = await system.target("front door", FRONT_DOOR, plansRequest, holdsPlans);

  const pricingRequest = get("/api/v1/domains/pricing");
  const pricing = await system.target("catalogue", CATALOGUE, pricingRequest, holdsPricing);
  const samePricing = await system.target("same answer, bare Worker", SAME_ANSWER, pricingRequest, holdsPricing);

  const etag = catalogue.answer.headers.get("etag") ?? "";
  const unchanged = await system.target("catalogue", CATALOGUE, get("/api/v1/plans", { "If-None-Match": etag }), is304);

  return [
    {
      name: "GET /api/v1/plans",
      subject: catalogue,
      references: [
        { target: bare, goal: 0.8 },
        { target: samePlans, goal: 0.8 },
      ],
    },
    {
      name: "GET /api/v1/domains/pricing",
      subject: pricing,
      references: [
        { target: bare, goal: 0.8 },
        { target: samePricing, goal: 0.8 },
      ],
    },
    { name: "GET /api/v1/plans, 304", subject: unchanged, references: [{ target: bare }] },
    {
      name: "front door, GET /api/v1/plans",
      subject: frontDoor,
      references: [{ target: bare }, { target: catalogue }],
    },
  ];
}

const CATALOGUE = "frontdesk-catalogue";
const FRONT_DOOR = "frontdesk";
const SAME_ANSWER = "bench-same-answer";

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
