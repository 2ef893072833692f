// The teesheet sandbox in tests of JavaScript and TypeScript.

export { LeverRefused, type Call, type LeverError } from "./call.js";
export * as levers from "./levers.js";
export { NoSandbox, type Source } from "./programs.js";
export { Sandbox, SandboxNotStarted, type Options } from "./sandbox.js";
export { World } from "./world.js";
