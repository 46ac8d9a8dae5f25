import { describe, expect, test } from "vitest";
import { cancelService } from "../../../workers/account/operations/cancel-service.ts";
import { quoteCancellation } from "../../../workers/account/operations/quote-cancellation.ts";
import type { Area, Screen } from "./support/area.ts";

/** Defines the tests of changes to a service. */
export function services(area: Area): void {
  const SERVICE = "/services/2101";
  const PLAN = `${SERVICE}/plan`;
  const DNS = `${SERVICE}/dns`;

  const actionUrl = (body: Record<string, unknown>) => (body.action_required as { url: string }).url;
  const planOf = (id: number) => area.value("SELECT plan_id FROM services WHERE id = ?", id);
  const orders = (id: number) =>
    area.value("SELECT count(*) FROM orders WHERE service_id = ? AND kind = 'plan_change'", id);
  const cancellationOf = (id: number) => area.value("SELECT timing FROM cancellations WHERE service_id = ?", id);

  describe("a plan change", () => {
    test("costs the price on the service page, is ordered once, and takes effect after the payment", async () => {
      const service = await area.as("owner", SERVICE);
      const due = /Web Pro CA\$179\.88 · Yearly Due now, before tax: (CA\$[\d.]+)/.exec(service.words)?.[1] ?? "";
      expect(due).not.toBe("");
      const unchosen = await service.open(PLAN);
      expect(unchosen.html).toMatch(/<p class="error" id="plan-error">Choose the plan/);
      const asked = await service.open(`${PLAN}?plan=web-pro`);
      expect(asked.words).toContain("Move Web Plus (studio-ana.ca) to the plan Web Pro?");
      expect(asked.words).toContain(due);
      const invoices = await Promise.all([asked.submit(PLAN), asked.submit(PLAN)]);
      const [path] = invoices.map((invoice) => invoice.path);
      expect(path).toMatch(/^\/invoices\/\d+$/);
      expect([...invoices, await asked.submit(PLAN)].map((invoice) => invoice.path)).toEqual([path, path, path]);
      expect([await orders(2101), await planOf(2101)]).toEqual([1, "web-plus"]);
      await invoices[0]?.pay();
      expect(await planOf(2101)).toBe("web-pro");
    });

    test("is refused if the price has changed", async () => {
      const asked = await area.as("owner", "/services/2102/plan?plan=wp-plus");
      expect(asked.status).toBe(200);
      const refused = await asked.submit("/services/2102/plan", { expected: "1" });
      expect([refused.status, await orders(2102)]).toEqual([422, 0]);
      expect(refused.words).toContain("Nothing was changed.");
    });

    test("shows an error for an unknown plan, and the service page if no plan is selected", async () => {
      const unknown = await area.as("owner", `${PLAN}?plan=nosuch`);
      expect([unknown.status, unknown.words]).toEqual([422, expect.stringContaining("This service has no such plan.")]);
      expect(unknown.words).not.toContain("web-pro");
      expect((await area.as("owner", PLAN)).path).toBe(SERVICE);
    });
  });

  describe("a cancellation", () => {
    const PAGE = "/services/2102/cancel";

    test("shows the consequences and needs the confirmation for exactly this choice", async () => {
      const asked = await area.as("owner", `${PAGE}?when=end_of_period`);
      expect(asked.words).toContain("Everything stored in it (files, databases, mail) is deleted when it ends.");
      const other = await area.as("owner", `${PAGE}?when=immediately`);
      const confirm = /name="confirm" value="([^"]*)"/.exec(other.html)?.[1] ?? "";
      const refused = await asked.submit(PAGE, { confirm });
      expect([refused.status, await cancellationOf(2102)]).toEqual([409, null]);
      const done = await asked.submit(PAGE);
      expect([done.path, await cancellationOf(2102)]).toEqual(["/services/2102", "end_of_period"]);
      expect(done.words).toContain("Your cancellation is recorded.");
      expect(done.words).not.toContain("Continue to cancel");
      expect((await done.open(`${PAGE}?when=immediately`)).status).toBe(422);
    });

    test("shows an error next to the choices if no date is selected", async () => {
      const asked = await area.as("owner", "/services/2101/cancel");
      expect(asked.path).toBe("/services/2101");
      expect(asked.html).toMatch(/<fieldset id="when"[^>]*aria-invalid="true"[^>]*aria-describedby="when-error"/);
      expect(asked.html).toMatch(/id="when-error"[^>]*>.*Choose when it ends\./s);
    });
  });

  describe("DNS records", () => {
    const fields = (...rows: [name: string, type: string, value: string, ttl: string][]): [string, string][] =>
      rows.flatMap(([name, type, value, ttl]): [string, string][] => [
        ["name", name],
        ["type", type],
        ["value", value],
        ["ttl", ttl],
      ]);
    const hidden = ({ html }: Screen): [string, string][] =>
      [...html.matchAll(/<input type="hidden" name="(token|shown_account|revision)" value="([^"]*)"/g)].map(
        ([, name = "", value = ""]) => [name, value],
      );
    const tick = ({ html }: Screen, name: string): [string, string] => {
      const values = [...html.matchAll(/name="remove" value="([^"]*)"/g)].map(([, value = ""]) => value);
      return ["remove", values.find((value) => value.includes(name))?.replaceAll("&quot;", '"') ?? ""];
    };
    const AT = `${DNS}?zone=studio-ana.ca`;

    test("are added and removed together or not at all", async () => {
      const zone = await area.as("owner", DNS);
      expect(zone.words).toContain("192.0.2.10");
      const one = fields(
        ["www2.studio-ana.ca", "A", "192.0.2.80", "300"],
        ["no address.studio-ana.ca", "A", "x", "300"],
      );
      const refused = await zone.post(AT, ...hidden(zone), tick(zone, "shop.studio-ana.ca"), ...one);
      expect(refused.status).toBe(422);
      expect(refused.html).toMatch(/id="value-1"[^>]*aria-invalid="true"/);
      expect(refused.html).not.toMatch(/id="value-0"[^>]*aria-invalid/);
      expect(refused.html).toMatch(/id="value-0"[^>]*value="192\.0\.2\.80"/);
      expect(refused.html).toMatch(/shop\.studio-ana\.ca[^>]*checked/);
      expect((await zone.open(DNS)).words).not.toContain("www2.studio-ana.ca");

      const added = fields(["www2.studio-ana.ca", "A", "192.0.2.80", "300"], ["", "A", "", "3600"]);
      const mx = fields(["in.studio-ana.ca", "MX", "10 mail.studio-ana.ca", "300"]);
      const long = fields(["long.studio-ana.ca", "TXT", "k".repeat(300), "300"]);
      const asked = await refused.post(AT, ...hidden(zone), tick(zone, "shop.studio-ana.ca"), ...added, ...mx, ...long);
      expect(asked.words).toMatch(
        /Removed \(1\) shop\.studio-ana\.ca .* Added \(3\) www2\.studio-ana\.ca 300 A 192\.0\.2\.80/,
      );
      expect((await zone.open(DNS)).words).not.toContain("www2.studio-ana.ca");
      const done = await asked.submit(DNS, { confirmed: "1" });
      for (const screen of [done, await asked.submit(DNS, { confirmed: "1" })])
        expect(screen.words).toContain("The records were changed.");
      for (const text of ["192.0.2.80", "10 mail.studio-ana.ca"]) expect(done.words).toContain(text);
      expect(done.words).not.toContain("shop.studio-ana.ca");

      const late = await zone.post(AT, ...hidden(zone), ...fields(["late.studio-ana.ca", "A", "192.0.2.81", "300"]));
      expect(late.status).toBe(409);
      expect(late.html).toContain('value="late.studio-ana.ca"');
    });

    test("are linked from the domain page and back for a login that may change them", async () => {
      const domain = await area.as("owner", "/domains/studio-ana.ca");
      const zone = await domain.open(domain.link(/<a href="([^"]*)">See and change the records/));
      expect(zone.words).toContain("DNS records of studio-ana.ca");
      const back = await zone.open(zone.link(/<a href="([^"]*)">Nameservers and renewal of studio-ana.ca/));
      expect(back.path).toBe("/domains/studio-ana.ca");
      expect((await area.as("contact", "/domains/studio-ana.ca")).words).not.toContain("DNS records");
    });

    test("show an error for a zone that the service does not have", async () => {
      expect((await area.as("owner", `${DNS}?zone=ana-europe.fr`)).words).toContain("no zone with this name");
    });
  });

  test("the approver's overview lists pending approvals, each with a link to its page", async () => {
    const by = { scopes: ["billing:write"], ask: ["cancel"] };
    const cancellation = { id: 2103, when: "immediately" };
    const { confirm } = (await area.world.api.call(quoteCancellation, cancellation, by)).body;
    const refused = await area.world.api.call(cancelService, { ...cancellation, confirm }, by);
    expect([refused.status, await cancellationOf(2103)]).toEqual([409, null]);
    const overview = await area.as("owner");
    expect(overview.words).toContain("Waiting for your approval 1 Cancel E-mail Plus (ana.dev) Review");
    const approval = await overview.visitor.open(overview.link(/<a [^>]*href="([^"]*)"[^>]*>\s*Review/));
    expect([approval.status, approval.url.pathname]).toEqual([200, new URL(actionUrl(refused.body)).pathname]);
    expect((await area.as("contact")).words).not.toContain("Waiting for your approval");
    const history = await area.as("owner", "/account/history");
    expect(history.words).toMatch(/Asked to cancel E-mail Plus \(ana\.dev\) Waiting for you Review/);
    expect(history.link(/<a href="([^"]*)">Review/)).toContain(approval.url.pathname);
  });
}
