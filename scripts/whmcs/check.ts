import process from "node:process";
import { checkActing } from "./check-acting.ts";
import { checkInstallation } from "./check-installation.ts";
import { whmcsAccess } from "./settings.ts";
import { probeSubject } from "./subject-probe.ts";

/**
 * `npm run whmcs:check` asks WHMCS everything that the Worker will ask it, and says in one line whether customers can be served;
 * its exit code is 1 where they cannot. `-- --subject` leads through the probe of what a token's subject stands for. Where a
 * gateway for orders is set, or with `-- --acting`, it looks at what orders and changes need, too. It changes nothing in WHMCS and prints no secret and nothing of a customer.
 */
const { texts, returnTo, secrets, reachedAt } = whmcsAccess();
if (process.argv.includes("--subject")) process.exit(await probeSubject(texts, secrets, reachedAt));

console.log(`WHMCS at ${reachedAt ?? texts.WHMCS_URL}\n`);
const withActing = process.argv.includes("--acting") || texts.WHMCS_ORDER_GATEWAY !== "";
const findings = await checkInstallation(texts, secrets, reachedAt);
if (withActing && findings.every(({ level }) => level !== "stop")) {
  findings.push(...(await checkActing(texts, secrets, reachedAt)));
}
for (const { level, text } of findings) console.log(`${level.padEnd(5)} ${text}`);
if (returnTo) console.log(`\nThe redirect address of its OpenID Connect credential has to be ${returnTo}.`);
const stops = findings.filter(({ level }) => level === "stop").length;
const warnings = findings.filter(({ level }) => level === "warn").length;
console.log(
  stops > 0
    ? `\nNot ready: ${stops} to be put right, ${warnings} to look at.`
    : `\nReady: customers can be served${withActing ? ", and may order" : ""}${warnings > 0 ? `; ${warnings} to look at` : ""}.`,
);
process.exit(stops > 0 ? 1 : 0);
