import process from "node:process";
import { type CommandTable, runCommandLine } from "./command-line.ts";

/** All commands of the project: `npm run <name> -- …`, `npm start` and `npm test`. */
export const COMMANDS: CommandTable = {
  start: { about: "Runs everything on one port, with local stores.", load: () => import("../dev/start.ts") },
  test: { about: "Runs all tests, or those whose file name contains a filter.", load: () => import("./test.ts") },
  check: {
    about: "Runs every check that needs no running service.",
    load: () => import("./check.ts"),
  },
  format: {
    about: "Applies automatic lint and format fixes.",
    load: async () => ({ command: (await import("./check.ts")).format }),
  },
  "update-surface": {
    about:
      "Records the calls of OpenAPI, the committed copies of what clients see, what is counted, and the README's picture.",
    load: async () => ({ command: (await import("./test.ts")).updateSurface }),
  },
  release: {
    about: "Releases the committed surface and writes CHANGELOG.md.",
    load: () => import("./release/release.ts"),
  },
  deploy: {
    about: "Deploys every Worker of an installation: docs/deploy/deploying.md.",
    load: () => import("./deploy.ts"),
  },
  backup: {
    about: "Exports every database and checks each export: docs/operate/restoring.md.",
    load: () => import("./backup/backup.ts"),
  },
  operate: { about: "The operator console in a terminal.", load: () => import("./operate/operate.ts") },
  business: {
    about: "For a provider with the embedded billing engine: docs/deploy/deploying.md.",
    commands: {
      check: { about: "Lists what is missing before you take real money.", load: () => import("./business/check.ts") },
    },
  },
  catalogue: {
    about: "What the embedded billing engine sells, as a file: docs/deploy/deploying.md.",
    commands: {
      check: {
        about: "Checks the file.",
        load: async () => ({ command: (await import("./catalogue/catalogue.ts")).check }),
      },
      diff: {
        about: "Shows what the file would change.",
        load: async () => ({ command: (await import("./catalogue/catalogue.ts")).diff }),
      },
      load: {
        about: "Shows what the file changes, asks, and loads it.",
        load: async () => ({ command: (await import("./catalogue/catalogue.ts")).load }),
      },
    },
  },
  "server-json": {
    about: "Writes the entries for the MCP registry: docs/deploy/directories.md.",
    load: () => import("./server-json.ts"),
  },
  outbox: { about: "Prints the mails of the running demonstration.", load: () => import("../dev/outbox/print.ts") },
  reset: { about: "Clears the local stores.", load: () => import("../dev/reset.ts") },
  demo: {
    about: "The local demonstration.",
    commands: {
      advance: {
        about: "Moves the demonstration's clock forward by some days.",
        load: () => import("../dev/advance.ts"),
      },
      clients: {
        about: "Runs third-party MCP clients against the running demonstration, and records what they do.",
        load: () => import("../dev/clients/try-clients.ts"),
      },
      funds: { about: "Sets your balance at the simulated registrar.", load: () => import("../dev/funds.ts") },
      outbox: { about: "Prints the mails of the running demonstration.", load: () => import("../dev/outbox/print.ts") },
      reset: { about: "Clears the local stores.", load: () => import("../dev/reset.ts") },
      "seed-sql": { about: "Prints the demonstration data as SQL.", load: () => import("../dev/seed/print.ts") },
    },
  },
  prove: {
    about: "Long proofs: docs/evidence.",
    commands: {
      cards: {
        about: "Each card in the official MCP Inspector, in both eras of the protocol.",
        load: () => import("../test/system/inspector/run.ts"),
      },
      faults: {
        about: "Orders under injected faults and hard kills of the runtime.",
        load: () => import("../test/system/faults/run.ts"),
      },
      walk: {
        about: "Runs the billing engine through years of random steps and compares its money with a model.",
        load: () => import("../test/engine/walk/run.ts"),
      },
      fuzz: {
        about: "Sends generated requests and checks each response against its schema.",
        load: () => import("../test/system/calls/run.ts"),
      },
      mutate: { about: "Mutation testing.", load: () => import("../test/mutation/run.ts") },
      namecom: {
        about: "The registrar's adapter at name.com's test system, with your account for it: docs/deploy/deploying.md.",
        load: () => import("../test/unit/registrar/walk.ts"),
      },
      stripe: {
        about: "Checkout and webhook with a third-party Stripe double: docs/deploy/payments.md.",
        load: async () => ({ command: (await import("./test.ts")).proveStripe }),
      },
      drill: {
        about: "Restores each store of a system under traffic: docs/operate/restoring.md.",
        load: () => import("../test/system/drill/run.ts"),
      },
      year: {
        about: "Four simulated years, with their figures.",
        load: async () => ({ command: (await import("./test.ts")).proveYear }),
      },
    },
  },
  bench: {
    about: "Measurements: docs/evidence/performance.md and docs/evidence/scale.md.",
    fallback: "compare",
    commands: {
      compare: { about: "Each case next to its baseline, in the same run.", load: () => import("../bench/compare.ts") },
      timeline: { about: "How an order spends its time.", load: () => import("../bench/order-timeline.ts") },
      profile: { about: "Where the Workers spend their processor time.", load: () => import("../bench/profile.ts") },
      startup: { about: "What the start of an isolate costs.", load: () => import("../bench/startup/run.ts") },
      costs: {
        about: "What each operation uses on the platform, and its cost.",
        load: () => import("../bench/costs/print-costs.ts"),
      },
    },
  },
  whmcs: {
    about: "For a provider with WHMCS: docs/deploy/whmcs.md.",
    commands: {
      check: { about: "Checks whether a WHMCS can serve customers.", load: () => import("./whmcs/check.ts") },
      plans: { about: "Prints a plan map for the products in WHMCS as SQL.", load: () => import("./whmcs/plans.ts") },
      capture: {
        about: "Records responses from WHMCS in whmcs-capture/, without personal data.",
        load: () => import("./whmcs/capture.ts"),
      },
    },
  },
};

export function main(words: readonly string[]): Promise<void> {
  return runCommandLine(COMMANDS, words);
}

if (import.meta.main) await main(process.argv.slice(2));
