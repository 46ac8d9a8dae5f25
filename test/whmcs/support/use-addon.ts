import { afterAll, beforeAll, describe } from "vitest";
import { AddonServer, isInstalled } from "./addon-server.ts";
import { RETURN_TO } from "./whmcs-system.ts";

/** Tests of the addon's own files under PHP, which are skipped and say so without it. All of them share one server. */
export function describeUnderPhp(name: string, tests: (addon: () => AddonServer) => void): void {
  const hasPhp = isInstalled("php");
  describe.skipIf(!hasPhp)(hasPhp ? name : `${name} (php is not installed)`, () => {
    let addon: AddonServer;
    beforeAll(async () => {
      addon = await AddonServer.start(RETURN_TO);
    });
    afterAll(() => addon.stop());
    tests(() => addon);
  });
}
