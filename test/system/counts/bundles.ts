import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { WORKERS } from "../../../scripts/workers.ts";
import { builtWorker } from "../../support/test-runtime.ts";
import type { Counted } from "./counted.ts";

/** Measures the size of each Worker's bundle, minified as in a deployment. */
export function bundles(): Counted {
  return WORKERS.map(({ config }) => [
    config,
    async () => {
      const [bundle] = (await builtWorker({ config }, tmpdir())).modules;
      const bytes = Buffer.from(bundle?.contents ?? "");
      return { raw: bytes.byteLength, gzip: gzipSync(bytes).byteLength };
    },
  ]);
}
