import { afterAll, beforeAll, describe } from "vitest";
import { AddonServer, isInstalled } from "./addon-server.ts";
import { RETURN_TO } from "./whmcs-system.ts";

/**
 * Defines tests of the addon's files under PHP, which share one server. If PHP is not installed, the tests are skipped
 * and the name of the suite states that.
 */
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
