/** `stop`: nobody should be served in front of it. `warn`: something is worse than it could be. */
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
