import process from "node:process";
import { defineCommand } from "../../../scripts/command-line.ts";
import { namecomRegistrar } from "../../../workers/billing/engine/registrar/namecom.ts";
import {
  accountBalance,
  unmappedRequirements,
} from "../../../workers/billing/engine/registrar/namecom-requirements.ts";
import type { RegistrarResult } from "../../../workers/billing/engine/registrar/registrar.ts";
import { NEW_NAME } from "../../support/new-name.ts";

const URL = "https://api.dev.name.com";
const EXTENSIONS = [".com", ".ca", ".org", ".dev"];

/**
 * Registers, renews and changes a domain in name.com's test system, and prints the results without the transfer code.
 */
export const command = defineCommand({
  options: {},
  isLong: true,
  notes:
    "NAMECOM_TEST_USER ends in -test. Without NAMECOM_TEST_USER and NAMECOM_TEST_TOKEN, the walk is skipped. Record its date in docs/deploy/deploying.md.",
  async run() {
    const { NAMECOM_TEST_USER: user, NAMECOM_TEST_TOKEN: token } = process.env;
    if (!user || !token) {
      console.log("Skipped: NAMECOM_TEST_USER and NAMECOM_TEST_TOKEN are not set.");
      return 0;
    }
    const account = { url: URL, user, token, deadlineMs: 60_000 };
    const registrar = namecomRegistrar(account);
    const name = `frontdesk-${Date.now().toString(36)}.com`;
    const reference = `walk-of-${name}`;
    const nameservers = ["ns1.name.com", "ns2.name.com"];
    let failures = 0;
    const step = async <Value>(what: string, result: Promise<RegistrarResult<Value>>): Promise<Value | undefined> => {
      const answer = await result;
      if (!answer.ok) failures++;
      console.log(
        `${answer.ok ? "ok  " : "FAIL"} ${what}: ${JSON.stringify(answer.ok ? answer.value : answer.problem)}`,
      );
      return answer.ok ? answer.value : undefined;
    };
    await step("balance", accountBalance(account));
    for (const tld of EXTENSIONS) await step(`requirements of ${tld}`, unmappedRequirements(account, tld));
    await step("check", registrar.check(name));
    const order = { ...NEW_NAME, name, years: 1, tries: 0, nameservers, reference };
    const registered = await step("register", registrar.register(order));
    await step("register again", registrar.register(order));
    if (registered) {
      const { expiresOn } = registered;
      await step("renew", registrar.renew(name, 1, expiresOn, reference));
      const again = await step("renew again", registrar.renew(name, 1, expiresOn, reference));
      if (again && Number(again.expiresOn.slice(0, 4)) - Number(expiresOn.slice(0, 4)) !== 1) {
        failures++;
        console.log(`FAIL it was renewed to ${again.expiresOn}, from ${expiresOn}`);
      }
      await step("nameservers", registrar.setNameservers(name, ["ns3.name.com", "ns4.name.com"]));
      await step(
        "auth code",
        registrar.readAuthCode(name).then((code) => (code.ok ? { ...code, value: "told" } : code)),
      );
    }
    const transfer = { ...NEW_NAME, name: "example.com", reference, authCode: "wrong" };
    console.log(`info a transfer with a wrong code: ${JSON.stringify(await registrar.beginTransfer(transfer))}`);
    console.log(failures === 0 ? `Walked with ${name}.` : `${failures} steps failed.`);
    return failures === 0 ? 0 : 1;
  },
});
