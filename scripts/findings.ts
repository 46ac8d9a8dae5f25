/** The result of a check. `stop` must be fixed before the system serves customers. `warn` should be reviewed. */
export interface Finding {
  level: "ok" | "warn" | "stop";
  text: string;
}

export function ok(text: string): Finding {
  return { level: "ok", text };
}

export function warn(text: string): Finding {
  return { level: "warn", text };
}

export function stop(text: string): Finding {
  return { level: "stop", text };
}

/**
 * Prints findings, one per line.
 * @returns the number of findings to fix and to review
 */
export function printed(findings: readonly Finding[]): { stops: number; warnings: number } {
  for (const { level, text } of findings) console.log(`${level.padEnd(5)} ${text}`);
  const count = (sought: Finding["level"]) => findings.filter(({ level }) => level === sought).length;
  return { stops: count("stop"), warnings: count("warn") };
}
