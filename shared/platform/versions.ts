/** The version of the published interfaces: semantic, the major one is the `v1` of the paths. */
export const INTERFACE_VERSION = "1.0.0";
