import { Secret, TOTP } from "otpauth";
import { expect, test } from "vitest";
import { actOn } from "../../support/assistants-page.ts";
import { ConnectingApplication, connectionOf } from "../../support/connecting-application.ts";
import { PageVisitor, textOf, type VisitedPage } from "../../support/page-visitor.ts";
import { signInStep } from "../../support/sign-in-step.ts";
import type { World } from "../../support/world.ts";

/** Defines the tests that guess passwords and codes at both sign-in forms or name an unreachable host. */
export function signInDoors(world: World): void {
  /** The paths that lead to the two sign-in forms. */
  const DOORS = ["/sign-in", "/client-area"] as const;
  type Door = (typeof DOORS)[number];

  const STEP_MS = 30_000;
  const codeAt = (timestamp: number) => TOTP.generate({ secret: Secret.fromBase32("JBSWY3DPEHPK3PXP"), timestamp });
  /** Returns six digits that are not a valid code at this time. */
  function wrongCode(): string {
    const right = [-3, -2, -1, 0, 1, 2, 3].map((steps) => codeAt(Date.now() + steps * STEP_MS));
    return ["000000", "111111", "222222", "333333"].find((code) => !right.includes(code)) ?? "444444";
  }

  /** A visitor at a sign-in form, with separate cookies and the given IP address. */
  class Intruder {
    readonly #visitor: PageVisitor;
    readonly #door: Door;
    #page: VisitedPage | undefined;

    constructor(door: Door, address: string) {
      this.#visitor = new PageVisitor(world.origin, address);
      this.#door = door;
    }

    async enter(email: string, password: string): Promise<VisitedPage> {
      this.#page ??= await this.#visitor.open(`${this.#door}?lang=en`);
      return this.#visitor.submit(this.#page, "/sign-in", { email, password });
    }

    /** Signs in with the right password and sends wrong codes. @returns the response statuses */
    async guessCodes(times: number): Promise<number[]> {
      const statuses: number[] = [];
      const step = await this.enter("totp@maple.example", "maple-totp");
      expect(step.html).toContain('name="code"');
      for (let one = 0; one < times; one++) {
        statuses.push((await this.#visitor.submit(step, "/sign-in", { code: wrongCode() })).status);
      }
      return statuses;
    }

    async withCode(code: string): Promise<VisitedPage> {
      const step = await this.enter("totp@maple.example", "maple-totp");
      return this.#visitor.submit(step, "/sign-in", { code });
    }
  }

  test("one network can enter at most ten wrong passwords at both forms together", async () => {
    const [front, back] = DOORS.map((door) => new Intruder(door, "192.0.2.10"));
    const statuses: number[] = [];
    for (let one = 0; one < 5; one++) {
      statuses.push((await front?.enter("big@maple.example", `wrong-${one}`))?.status ?? 0);
      statuses.push((await back?.enter("big@maple.example", `wrong-${one}`))?.status ?? 0);
    }
    expect(statuses).toEqual(Array(10).fill(422));
    for (const intruder of [front, back]) {
      const refused = await intruder?.enter("big@maple.example", "maple-big");
      expect(refused?.status).toBe(429);
      expect(Number(refused?.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    const elsewhere = await new Intruder("/client-area", "192.0.2.11").enter("big@maple.example", "maple-big");
    expect(elsewhere.status, "the customer, elsewhere").toBe(200);
  });

  test("after ten wrong codes from different networks, no form accepts the right code, and one e-mail is sent", async () => {
    for (const [at, door] of DOORS.entries()) {
      const statuses = await new Intruder(door, `192.0.2.${20 + at}`).guessCodes(5);
      expect(statuses, door).toEqual(Array(5).fill(422));
    }
    for (const [at, door] of DOORS.entries()) {
      const refused = await new Intruder(door, `192.0.2.${30 + at}`).withCode(codeAt(Date.now()));
      expect(refused.status, door).toBe(429);
      const wait = Number(refused.headers.get("Retry-After"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
    const told = () => world.mailsTo("totp@maple.example", 0);
    await expect
      .poll(async () => (await told()).map(({ subject }) => subject))
      .toEqual(["Somebody seems to have your password"]);
  });

  test("an unreachable host that the caller chose causes a 502 without an error line in the log", async () => {
    const asked = async (at: number) => {
      const client_id = encodeURIComponent(`https://localhost:1/client-${at}.json`);
      const page = await new PageVisitor(world.origin, "192.0.2.60").open(`/oauth/authorize?client_id=${client_id}`);
      return [page.status, page.headers.get("Retry-After")];
    };
    const answers = await Promise.all(Array.from({ length: 5 }, (_, at) => asked(at)));
    expect(answers).toEqual(Array(5).fill([502, "5"]));
    expect(world.logs().filter((line) => /page_unavailable|oauth_failed/.test(line))).toEqual([]);
  });

  test("a customer with a known browser can act while a hundred wrong passwords lock the login", async () => {
    const browser = new PageVisitor(world.origin, "192.0.2.80");
    const application = await ConnectingApplication.register(world.origin);
    const tokens = await application.tokens({ scopes: ["domains:write"], ask: ["domains"] }, browser);
    const lock = { domain: "studio-ana.ca", locked: false };
    const asked = await world.api.tool("set_domain_lock", lock, tokens.access_token);
    const { url } = asked.value.action_required as { url: string };

    const guess = async (network: number) => {
      const intruder = new Intruder("/sign-in", `198.51.100.${network}`);
      for (let one = 0; one < 10; one++) await intruder.enter("owner@maple.example", `wrong-${one}`);
    };
    await Promise.all(Array.from({ length: 10 }, (_, network) => guess(network)));
    const stranger = await new Intruder("/sign-in", "192.0.2.81").enter("owner@maple.example", "maple-owner");
    expect(stranger.status, "the right password, from a browser that nobody knows").toBe(429);

    // This browser has no session, but it has the cookie that marks an earlier sign-in.
    const marked = new PageVisitor(world.origin, "198.51.100.1");
    const mark = browser.cookies.get("signed-in-before") ?? "";
    marked.cookies.set("signed-in-before", mark);
    const approval = await signInStep(marked, await marked.open(url), "owner");
    const declined = await marked.submit(approval, approval.url.pathname, { decision: "decline" });
    expect(textOf(declined.html)).toContain("declined");
    const invoice = await marked.open("/client-area/invoices/6110?lang=en");
    await marked.submit(invoice, "/client-area/invoices/6110", {});
    const paid = "SELECT status FROM invoices WHERE id = 6110";
    expect(await world.billing.prepare(paid).first("status")).toBe("paid");

    // The existing session still works.
    await actOn(browser, connectionOf(tokens), "disconnect");
    expect((await world.api.request("/account", tokens.access_token)).status).toBe(401);

    const other = new PageVisitor(world.origin, "198.51.100.1");
    other.cookies.set("signed-in-before", `${mark.slice(0, -1)}${mark.endsWith("A") ? "B" : "A"}`);
    const forged = await signInStep(other, await other.open("/sign-in?lang=en"), "owner");
    expect(forged.status, "a mark that was altered").toBe(429);
  });
}
