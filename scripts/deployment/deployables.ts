import { rmSync, writeFileSync } from "node:fs";
import process from "node:process";
import type { WrittenWorker } from "../configurations.ts";
import type { Deployable } from "../deployment-plan.ts";
import { secretLines } from "../secrets-file.ts";
import { declaredSettings } from "../workers.ts";
import type { GradualWorker } from "./gradual.ts";

/** What is written beside the configurations of a deployment. */
export interface DeployableTerms {
  /** The text of the installation's secrets. */
  secrets: string;
  /** No file of secrets is written. */
  dryRun: boolean;
}

/** A Worker as it is deployed. @throws Error naming what is no secret of any Worker */
export function deployable(worker: WrittenWorker, terms: DeployableTerms): Deployable {
  const { config, source, database } = worker;
  return {
    ...{ config, source, database, secretsFile: ownSecrets(worker, terms) },
    declared: Object.keys(declaredSettings(source)),
  };
}

export function gradualWorker(worker: WrittenWorker, terms: DeployableTerms): GradualWorker {
  return { ...deployable(worker, terms), name: worker.configuration.name };
}

/** A file with a Worker's secrets alone, beside its configuration until this process ends; undefined without any. */
function ownSecrets({ config, secrets: names = [] }: WrittenWorker, { secrets, dryRun }: DeployableTerms) {
  const lines = secretLines(secrets, names);
  if (lines === "" || dryRun) return undefined;
  const file = `${config}.secrets.env`;
  writeFileSync(file, lines, { mode: 0o600 });
  process.on("exit", () => rmSync(file, { force: true }));
  return file;
}
