import process from "node:process";
import { runWholeCampaign } from "./whole/campaign.ts";

const report = await runWholeCampaign({
  kills: Number(process.argv[2] ?? 2),
  seed: Number(process.argv[3] ?? 1),
  progress: (line) => console.error(line),
});
console.log(JSON.stringify(report, null, 1));
process.exit(0);
