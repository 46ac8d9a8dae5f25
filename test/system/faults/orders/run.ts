import { parseArgs } from "node:util";
import { runCampaign } from "./campaign.ts";
import { FAULTS, MISTAKES } from "./faults.ts";

/**
 * `npm run faults` (`-- --faults 2000 --kills 100 --seed 1`): orders under injected faults and hard kills of the runtime.
 * `-- --mistake "send again"` shows what it finds where an account is built in a wrong way.
 */
const { values } = parseArgs({
  options: {
    faults: { type: "string", default: "2000" },
    kills: { type: "string", default: "100" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    mistake: { type: "string" },
  },
});
const mistake = MISTAKES.find((one) => one === values.mistake);
if (values.mistake !== undefined && !mistake) throw new Error(`a mistake is one of: ${MISTAKES.join(", ")}`);
const [faults, kills, seed] = [values.faults, values.kills, values.seed].map((text) => {
  const number = Number(text);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error(`not a whole number: ${text}`);
  return number;
}) as [number, number, number];

console.log(`seed ${seed}`);
const report = await runCampaign({
  faults,
  kills,
  seed,
  ...(mistake && { mistake, stopsAtViolation: true }),
  progress: (line) => console.error(line),
});
const { byFault, ends, violations } = report;
for (const fault of FAULTS) console.log(`${String(byFault[fault] ?? 0).padStart(7)}  ${fault}`);
console.log(
  `${report.faults} injected faults and ${report.kills} kills (${report.killsInAction} in the middle of an action)`,
);
console.log(
  `${report.keys} keys in ${report.scenarios} scenarios, ${report.requests} answers, ${report.orders} orders`,
);
console.log(
  Object.entries(ends)
    .map(([end, count]) => `${count} ${end}`)
    .join(", "),
);
console.log(`${report.replays} replays; ${report.foundAlone} outcomes found out with nobody asking`);
for (const { key, faults, scenario, history } of violations.slice(0, 5)) {
  console.log(
    `VIOLATION ${key}: ${faults.join("; ")}\n${JSON.stringify({ scenario, told: history?.told.map(({ body, status, code, orderId }) => [body, status, code ?? orderId]) })}`,
  );
}
console.log(`${violations.length} violations in ${report.seconds.toFixed(0)} s`);
process.exit(violations.length > 0 ? 1 : 0);
