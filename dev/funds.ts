import { defineCommand, UsageError } from "../scripts/command-line.ts";
import { controlRegistry, findSystem } from "./running-system.ts";

/**
 * Sets the provider's balance at the simulated registrar. If the balance is too low, registrations, renewals and
 * transfers fail.
 */
export const command = defineCommand({
  options: {},
  words: { name: "US dollars, such as 1000", max: 1 },
  async run({ words }) {
    if (!/^\d{1,9}$/.test(words[0] ?? ""))
      throw new UsageError("Give an amount in US dollars: npm run demo -- funds 0");
    const running = await findSystem();
    if (!running?.registrar)
      throw new Error(
        "No demonstration with a sandbox registry is running on these stores. Start one with npm start, or name its FRONTDESK_STATE.",
      );
    await controlRegistry(running.registrar, { balance: Number(words[0]) * 100 });
    console.log(`Your balance at the registrar is USD ${words[0]}.`);
    return 0;
  },
});
