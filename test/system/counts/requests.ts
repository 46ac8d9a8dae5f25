import { beforeAll, expect } from "vitest";
import { OPERATIONS } from "../../../bench/costs/operations.ts";
import { mintApiToken } from "../../../durable-objects/connection/tokens/api-token.ts";
import { ID_LENGTH } from "../../../shared/platform/ids.ts";
import { toolCall } from "../../support/account-client.ts";
import { createToken, signIn } from "../../support/assistants-page.ts";
import { ConnectingApplication } from "../../support/connecting-application.ts";
import { type Usage, usageOf } from "../../support/counting/counted-world.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import type { World } from "../../support/world.ts";
import type { Counted, Counts } from "./counted.ts";

/**
 * The units that are the same in each run. The number of rows read depends on the stored data, and alarms depend on
 * time.
 */
const UNITS =
  /^(?:object_calls (?!StoreHolds)|service_calls |object_rows_written |d1_(?:calls|queries|rows_written)$|kv_|mails$|data_points$)/;

/** Requests to count in addition to {@link OPERATIONS}, the requests in docs/evidence/scale.md. */
const MORE: typeof OPERATIONS = [
  {
    name: "the list of domains with an API token",
    async prepare(world) {
      const visitor = new PageVisitor(world.origin);
      await signIn(visitor, "owner");
      const token = await createToken(visitor);
      return () => statusOf(world, 200, token);
    },
  },
  {
    name: "three lists of domains in a batch",
    async prepare(world) {
      const token = await world.api.token();
      return async () => {
        const batch = [1, 2, 3].map((id) => toolCall("list_my_domains", {}, id));
        expect((await world.api.post(batch, token)).status).toBe(200);
      };
    },
  },
  {
    name: "a parameter that is refused (400)",
    async prepare(world) {
      const token = await world.api.token();
      return () => statusOf(world, 400, token, "/account/domains?limit=0");
    },
  },
  {
    name: "seven kinds of foreign credentials over both transports (401)",
    async prepare(world) {
      const [token, madeUp] = [await world.api.token(), mintApiToken("A".repeat(ID_LENGTH))];
      const forged = [
        mistyped(madeUp),
        mistyped(madeUp.slice(0, -6)) + madeUp.slice(-6),
        madeUp.slice(0, -1),
        `${"A".repeat(ID_LENGTH)}:grant:secret`,
        token.replace(/^./, (first) => (first === "a" ? "b" : "a")),
        token.slice(0, 10),
        "x",
      ];
      return async () => {
        for (const credential of forged) {
          await statusOf(world, 401, credential);
          expect((await world.api.post(toolCall("list_my_domains"), credential)).status).toBe(401);
        }
      };
    },
  },
  {
    name: "the consent page of 60 services and 250 domains, again",
    async prepare(world) {
      const application = await ConnectingApplication.register(world.origin);
      const visitor = new PageVisitor(world.origin);
      const page = await application.toConsent(visitor, { login: "big", account: 1005 });
      return async () => {
        const { html } = await visitor.open(page.address);
        expect(html.match(/value="domain:/g)?.length).toBeGreaterThan(200);
      };
    },
  },
  {
    name: "the list of connected assistants, again",
    async prepare(world) {
      const visitor = new PageVisitor(world.origin);
      await signIn(visitor, "nocard");
      await visitor.open("/connected-assistants");
      return async () => expect((await visitor.open("/connected-assistants")).status).toBe(200);
    },
  },
];

/** Replaces the last character of a text. */
const mistyped = (text: string) => text.slice(0, -1) + (text.endsWith("a") ? "b" : "a");

async function statusOf(world: World, status: number, token: string, path = "/account/domains"): Promise<void> {
  expect((await world.api.request(path, token)).status).toBe(status);
}

/** Counts what each request uses of the platform, including everything that it triggers. */
export function requests(world: World): Counted {
  // Each isolate reads the jurisdiction, its keys and the description of the billing system only once.
  beforeAll(async () => {
    await world.api.read("/account", await world.api.token());
    await (await ConnectingApplication.register(world.origin)).connect();
  });
  return [...OPERATIONS, ...MORE].map(({ name, prepare }) => [
    name,
    async () => countsOf(await usageOf(world, await prepare(world))),
  ]);
}

/** Returns the stable units. Adds up the rows written by all objects. */
function countsOf(usage: Usage): Counts {
  const counts: Counts = {};
  for (const [name, by] of Object.entries(usage)) {
    if (!UNITS.test(name)) continue;
    const unit = name.replace(/^(object_rows_written) .*/, "$1");
    counts[unit] = (counts[unit] ?? 0) + by;
  }
  return Object.fromEntries(Object.entries(counts).toSorted(([one], [other]) => one.localeCompare(other)));
}
