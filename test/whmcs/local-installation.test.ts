import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { startInstallation } from "../../dev/whmcs/local-installation.ts";

const stores = mkdtempSync(join(tmpdir(), "installation-"));
afterAll(() => rmSync(stores, { recursive: true, force: true }));

test("a local installation keeps its orders after a restart and uses no id twice", async () => {
  const first = await startInstallation(stores, "http://localhost:8787", null);
  const request = { clientId: 1001, domains: [{ name: "kept.com", type: "Register" as const, years: 1 }] };
  const { id, invoiceId } = first.simulator.control.order(request, { adminId: 7 });
  first.simulator.control.pay(invoiceId ?? 0);
  const held = first.simulator.installation.registrar.names.get("kept.com");
  Object.assign(held ?? {}, { nameservers: ["ns1.kept.com", "ns2.kept.com"], isLocked: false });
  first.keep();
  await first.stop();

  const again = await startInstallation(stores, "http://localhost:8787", null);
  const { state, control, installation } = again.simulator;
  expect(again.simulator.url).toBe(first.simulator.url);
  expect(state.orders.find((order) => order.id === id)).toMatchObject({ clientId: 1001, invoiceId });
  expect(state.domains.find(({ name }) => name === "kept.com")).toMatchObject({ status: "Active" });
  expect(installation.registrar.names.get("kept.com")).toMatchObject({
    ...{ nameservers: ["ns1.kept.com", "ns2.kept.com"], isLocked: false },
  });
  const next = control.order(
    { ...request, domains: [{ name: "next.com", type: "Register", years: 1 }] },
    { adminId: 7 },
  );
  expect(next.id).toBeGreaterThan(id);
  await again.stop();
});
