import { existsSync, readFileSync } from "node:fs";
import { NAMECOM_URL } from "../../workers/billing/engine/registrar/registrar-connection.ts";
import { STRIPE_ORIGIN, stripeApi } from "../../workers/billing/engine/stripe/stripe-api.ts";
import { CATALOGUE_FILE } from "../catalogue/catalogue.ts";
import { type Catalogue, readCatalogue } from "../catalogue/catalogue-file.ts";
import { defineCommand } from "../command-line.ts";
import { installationName } from "../deployment/installation.ts";
import { type Finding, printed, stop, warn } from "../findings.ts";
import { providerFile, providerText } from "../provider-settings.ts";
import { SECRETS_FILE, secretsText } from "../secrets-file.ts";
import { readSettings, settingsOfAll, WORKERS } from "../workers.ts";
import { checkCatalogue } from "./check-catalogue.ts";
import { checkRegistrarAccount, checkStripe } from "./check-live.ts";
import { checkSettings, type Given, missingSettings } from "./check-settings.ts";

export const command = defineCommand({
  options: {
    live: { type: "boolean", about: "Also checks Stripe and the registrar, without changing anything there." },
  },
  hasSettings: true,
  isLong: true,
  notes: "Other settings override provider.env. It prints no secret.",
  async run({ options: { live }, settings }) {
    return (await checkBusiness(settings, live)) > 0 ? 1 : 0;
  },
});

/**
 * Checks whether the embedded engine is ready for real payments, and prints one line for each finding. With WHMCS or in
 * a demonstration, prints only the missing settings.
 * @param words settings as `NAME=value`
 * @returns the number of problems that must be fixed; 0 with WHMCS or in a demonstration
 */
export async function checkBusiness(words: readonly string[], isLive: boolean): Promise<number> {
  const given: Given = {
    ...settingsOfAll(WORKERS),
    ...readSettings(providerText(words), providerFile(words)),
    ...readSettings(secretsText(installationName(words)), SECRETS_FILE),
  };
  if (given.BILLING === "whmcs") {
    console.log(
      "The billing system is WHMCS: npm run whmcs -- check checks it, and so does every deployment before it begins.",
    );
    printed(missingSettings(given, "whmcs").map(({ text }) => warn(text)));
    return 0;
  }
  if (given.DEMONSTRATION === "true") {
    console.log("A demonstration (DEMONSTRATION=true): all data is made up, and nothing real is paid.");
    printed(missingSettings(given, "embedded").map(({ text }) => warn(text)));
    return 0;
  }
  console.log(`${providerFile(words)}\n`);
  const { catalogue, findings: ofFile } = readOwnCatalogue(Boolean(given.REGISTRAR));
  const findings = [...checkSettings(given), ...ofFile];
  if (isLive) findings.push(...(await checkLive(given, catalogue)));
  const { stops, warnings } = printed(findings);
  console.log(
    stops > 0
      ? `\nNot ready: ${stops} to fix, ${warnings} to review.`
      : `\nReady for real money${isLive ? "" : ", as far as it can tell without --live"}${warnings > 0 ? `; ${warnings} to review` : ""}.`,
  );
  return stops;
}

function readOwnCatalogue(isSellingNames: boolean): { catalogue: Catalogue | null; findings: Finding[] } {
  if (!existsSync(CATALOGUE_FILE))
    return {
      catalogue: null,
      findings: [
        stop(`There is no ${CATALOGUE_FILE}: copy dev/seed/catalogue.yaml to it, and write your plans and prices.`),
      ],
    };
  try {
    const catalogue = readCatalogue(readFileSync(CATALOGUE_FILE, "utf8"), CATALOGUE_FILE);
    const today = new Date().toISOString().slice(0, 10);
    return { catalogue, findings: checkCatalogue(catalogue, isSellingNames, today) };
  } catch (error) {
    return { catalogue: null, findings: (error as Error).message.split("\n").map(stop) };
  }
}

async function checkLive(given: Given, catalogue: Catalogue | null): Promise<Finding[]> {
  const { STRIPE_SECRET_KEY: key = "", REGISTRAR_USER: user = "", REGISTRAR_TOKEN: token = "" } = given;
  const origin = given.ORIGIN || (given.DOMAIN ? `https://${given.DOMAIN}` : "");
  return [
    ...(given.PAYMENTS === "stripe"
      ? await checkStripe(stripeApi(STRIPE_ORIGIN, key), origin, Math.floor(Date.now() / 1000))
      : []),
    ...(given.REGISTRAR && catalogue ? await checkRegistrarAccount({ url: NAMECOM_URL, user, token }, catalogue) : []),
  ];
}
