import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PROJECT, WORKERS } from "../../../scripts/workers.ts";
import { settingsOf, type TestWorker } from "../../support/product-workers.ts";
import { OPERATOR_HOST, type World } from "../../support/world.ts";
import { AccessTeam, AUDIENCE, AWAY, ISSUER } from "./access-team.ts";

const HOST = "operator.maple.example";
const AWAY_HOST = "away.maple.example";
const READ = `https://${HOST}/api/acts`;

/** Returns the operator Worker as a provider deploys it, but with `DEMONSTRATION` switched on. */
function guarded(name: string, host: string, team: string): TestWorker {
  return {
    name,
    main: "workers/operator/operator.worker.ts",
    routes: [`${host}/*`],
    vars: settingsOf("operator", {
      OPERATOR_ORIGIN: `https://${host}`,
      ACCESS_TEAM: team,
      ACCESS_AUDIENCE: AUDIENCE,
      OPERATORS: "olga@maple.example 0123abcd.access",
      OPERATOR_READERS: "rita@maple.example",
      DEMONSTRATION: "true",
    }),
    services: ["Account", "Catalogue", "Billing"].map((worker) => ({
      binding: worker.toUpperCase(),
      service: `frontdesk-${worker.toLowerCase()}`,
      entrypoint: `${worker}Operator`,
    })),
    d1_databases: [{ binding: "OPERATOR_DB", database_name: "frontdesk-operator" }],
  };
}

/** The console as deployed, and a second console with an Access team whose keys cannot be read. */
export const GUARDED = [guarded("guarded-operator", HOST, ISSUER), guarded("away-operator", AWAY_HOST, AWAY)];

/** Defines the tests of access to the console. @param world a system with the operator console */
export function access(world: World): void {
  let team: AccessTeam;

  beforeAll(async () => {
    team = await AccessTeam.start();
  });
  afterAll(() => team.close());

  async function ask(url: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
    const { method = "GET", body } = init;
    const answer = await world.system.fetch(url, { method, headers, ...(body ? { body: body as string } : {}) });
    const text = await answer.text();
    return { status: answer.status, text, body: text.startsWith("{") ? JSON.parse(text) : null };
  }
  const withToken = async (token: Promise<string> | string, url = READ) =>
    ask(url, { "Cf-Access-Jwt-Assertion": await token });

  test("an operator's token and a service token open the console", async () => {
    expect(await withToken(team.token())).toMatchObject({ status: 200, body: { tables: { acts: [] } } });
    const service = team.token({ email: undefined, common_name: "0123abcd.access", sub: "" });
    expect((await withToken(service)).status).toBe(200);
    expect((await withToken(team.token(), `https://${HOST}/`)).text).toContain("olga@maple.example");
  });

  test.each<[string, () => Promise<string>, string]>([
    ["a token for another application", () => team.token({ aud: ["b".repeat(64)] }), "token_refused"],
    ["a token from another team", () => team.token({ iss: "https://other.cloudflareaccess.com" }), "token_refused"],
    ["an expired token", () => team.token({}, { expiresIn: -60 }), "token_refused"],
    ["a token that is not valid yet", () => team.token({ nbf: Math.floor(Date.now() / 1000) + 3600 }), "token_refused"],
    ["a token without an expiry time", () => team.token({ exp: undefined }), "token_refused"],
    ["a token signed with another key", () => team.forged(), "token_refused"],
    ["an unsigned token", () => team.unsigned(), "token_refused"],
    ["a token signed with the public key as an HMAC secret", () => team.signedWithPublicKey(), "token_refused"],
    ["a token with an unknown key id", () => team.token({}, { kid: "unknown" }), "token_refused"],
    ["an organization token", () => team.token({ type: "org" }), "token_refused"],
    ["a token without an e-mail address", () => team.token({ email: undefined }), "token_refused"],
    ["a string that is not a token", async () => "forged", "token_refused"],
    [
      "a token for a person who is not an operator",
      () => team.token({ email: "eve@maple.example" }),
      "not_an_operator",
    ],
  ])("the console refuses %s and shows nothing", async (_, token, code) => {
    const api = await withToken(token());
    expect(api).toMatchObject({ status: 403, body: { code, request_id: expect.any(String) } });
    const page = await withToken(token(), `https://${HOST}/stuck`);
    expect(page.status).toBe(403);
    expect(page.text).not.toContain("Commands");
  });

  test("cookies and unverified headers do not open the console or its files", async () => {
    const token = await team.token();
    for (const headers of [
      { Cookie: `CF_Authorization=${token}` },
      { "Cf-Access-Authenticated-User-Email": "olga@maple.example" },
      { Authorization: `Bearer ${token}` },
      { "CF-Access-Client-Id": "0123abcd.access", "CF-Access-Client-Secret": "x" },
      {},
    ]) {
      expect(await ask(READ, headers)).toMatchObject({ status: 403, body: { code: "no_token" } });
    }
    expect((await ask(`https://${HOST}/styles-12345678.css`)).status).toBe(403);
  });

  test("the console stays closed and names the reason if the keys cannot be read", async () => {
    const answer = await withToken(team.token({ iss: AWAY }), `https://${AWAY_HOST}/api/acts`);
    expect(answer).toMatchObject({ status: 503, body: { code: "keys_unreachable" } });
  });

  test("a reader can read but not act or export", async () => {
    const headers = {
      "Cf-Access-Jwt-Assertion": await team.token({ email: "rita@maple.example" }),
      "Content-Type": "application/json",
    };
    expect((await ask(READ, headers)).status).toBe(200);
    const body = JSON.stringify({ account: 1001, reference: "a.b", outcome: "nothing", because: "x" });
    const act = await ask(`https://${HOST}/api/settle`, headers, { method: "POST", body });
    expect(act).toMatchObject({ status: 403, body: { code: "may_not_act" } });
    const login = JSON.stringify({ kind: "login", id: 14 });
    const exported = await ask(`https://${HOST}/api/export`, headers, { method: "POST", body: login });
    expect(exported, "an export is an act, because customers see it").toMatchObject({
      status: 403,
      body: { code: "may_not_act" },
    });
  });

  test("a console with Access configured is not open in a demonstration, whatever the host", async () => {
    const local = await world.system.getWorker("guarded-operator").fetch("http://localhost/api/stuck");
    expect(local.status).toBe(404);
    const forged = await world.system.getWorker("guarded-operator").fetch(READ, { headers: { Host: "localhost" } });
    expect(forged.status).toBe(403);
  });

  test("a demonstration without Access opens the console only on the local machine", async () => {
    expect((await ask(`http://${OPERATOR_HOST}/api/stuck`)).status).toBe(200);
    const elsewhere = await world.system
      .getWorker("frontdesk-operator")
      .fetch("https://operator.maple.example.org/api/stuck");
    expect(elsewhere.status).toBe(404);
  });

  test("no other Worker has a binding to the console, and the console has no public route", () => {
    const configurations = WORKERS.map(({ config }) => ({ config, text: readFileSync(join(PROJECT, config), "utf8") }));
    const bound = configurations.filter(({ text }) => /service = "frontdesk-operator"/.test(text));
    expect(bound).toEqual([]);
    const operators = configurations.filter(({ text }) => /entrypoint = "\w+Operator"/.test(text));
    expect(operators.map(({ config }) => config)).toEqual(["workers/operator/wrangler.toml"]);
    const own = parse(operators[0]?.text ?? "");
    expect(own).toMatchObject({ workers_dev: false, preview_urls: false });
    expect(own).not.toHaveProperty("routes");
  });
}
