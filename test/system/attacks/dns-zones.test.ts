import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { CPANEL_SECRETS } from "../../../dev/cpanel/seed.ts";
import { changeDnsZone } from "../../../workers/account/operations/change-dns-zone.ts";
import { readDnsZone } from "../../../workers/account/operations/read-dns-zone.ts";
import { AccountClient } from "../../support/account-client.ts";
import { type Control, expectControlsFound, expectFoundOnlyIn } from "./support/search.ts";
import { SearchedWorld } from "./support/searched-world.ts";

const world = new SearchedWorld({ hasServer: true, vars: { account: { EXTRA_TOOLS: "true" } } });
beforeAll(async () => {
  await world.start();
  world.keepAnswers();
});
afterAll(() => world.close());

const reading = { ...readDnsZone, tool: "get_dns_zone" };
const changing = { ...changeDnsZone, tool: "change_dns_records" };
const PLACE = { id: 2101, zone: "studio-ana.ca" };
const record = (name: string, text = "attack") => ({ name, type: "TXT", ttl: 300, data: [text] });

let api: AccountClient;
// Each test gets a new connection, because a connection is limited to 120 requests a minute.
beforeEach(() => {
  api = new AccountClient({ scopes: ["zones:write"] }, () => world.origin);
});

describe("a response from a DNS server", () => {
  const refusedText = `CANARY${randomBytes(8).toString("hex")}`;

  test("causes an error if it is invalid or refuses the request", async () => {
    const { cpanel } = world;
    const kinds = ["unauthorized", "html", "html_500", "error", "half", "cut", "reset", "redirect"] as const;
    const { revision } = (await api.call(reading, PLACE)).body;
    expect((await api.call(changing, { ...PLACE, revision, add: [record("hour.studio-ana.ca")] })).status).toBe(200);
    await world.mailsTo("owner@maple.example");
    for (const kind of kinds) {
      cpanel.faults.push({ fault: { kind } });
      expect((await api.call(reading, PLACE)).status, kind).toBeGreaterThanOrEqual(409);
      cpanel.faults.push({ fault: { kind } });
      expect((await api.tool(reading, PLACE)).isError, kind).toBe(true);
    }
    const big = { account: 1005, login: "big" };
    const refused = { ...PLACE, revision: "made-up", add: [record(PLACE.zone, refusedText)] };
    for (const by of [{}, big]) await api.tool(changing, refused, by);
  });

  const CONTROLS: Control[] = [
    ["logs", /^log/, "zone_server_failed"],
    ["answers", /^answer /, "studio-ana.ca"],
    ["journal and actions", /^file do\/frontdesk-account-Account\//, "zone:2101/studio-ana.ca"],
    ["mails", /^mail /, "hour.studio-ana.ca"],
  ];

  test("leaves no token, server message or refused text in responses, logs, e-mails and stores", async () => {
    const planted = new Map<string, string>([
      ["token", world.cpanel.token],
      ["error", CPANEL_SECRETS.error],
      ["comment", CPANEL_SECRETS.comment],
      ["refused text", refusedText],
    ]);
    const everything = await world.everything();
    expectControlsFound(CONTROLS, everything);
    expectFoundOnlyIn({}, planted, everything);
  });
});
