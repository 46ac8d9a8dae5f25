/** Private-use schemes without a dot that are known applications'. Those with a dot need no entry. */
export const APPLICATION_SCHEMES: ReadonlySet<string> = new Set([
  ...["claude", "cursor", "raycast", "vscode", "vscode-insiders", "vscodium", "warp", "windsurf", "zed"],
]);

/** How many applications may register themselves in a day (UTC), all callers together. */
export const REGISTRATIONS_PER_DAY = 10_000;
