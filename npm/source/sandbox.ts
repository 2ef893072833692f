// A sandbox as a process of its own. It ends with `stop`, and with the process that started it, however that ends.

import { spawn, type ChildProcess } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

import { send, type Call } from "./call.js";
import { teesheetCommand, type Source } from "./programs.js";
import { World } from "./world.js";

const START_MS = 120_000;
const END_MS = 10_000;

/** The sandbox did not start. The message ends with what the program said. */
export class SandboxNotStarted extends Error {
  override name = "SandboxNotStarted";
}

/** How a sandbox starts. */
export interface Options extends Source {
  /** Further options of `teesheet serve`, such as `["--seed", "7"]`. */
  serve?: readonly string[];
  /** How long the sandbox may take to start, in milliseconds. The first start with uvx or pipx installs teesheet. */
  startMs?: number;
}

/** A running sandbox. `address` is `http://host:port`. */
export class Sandbox {
  #process: ChildProcess | undefined;

  private constructor(readonly address: string, process: ChildProcess | undefined) {
    this.#process = process;
  }

  /** Starts a sandbox on a free port. Throws `NoSandbox` or `SandboxNotStarted`. */
  static async start(options: Options = {}): Promise<Sandbox> {
    const [program = "", ...words] = teesheetCommand(options, version());
    const serve = ["serve", "--ephemeral", "--port", "0", "--end-with-stdin", ...(options.serve ?? [])];
    // The sandbox ends when its standard input ends. The system closes this pipe when our process is gone.
    const process = spawn(program, [...words, ...serve], { stdio: ["pipe", "pipe", "pipe"], cwd: tmpdir() });
    try {
      const address = await addressOf(process, options.startMs ?? START_MS);
      letGo(process);
      return new Sandbox(address, process);
    } catch (failure) {
      process.kill("SIGKILL");
      throw failure;
    }
  }

  /** A sandbox that runs already, such as `http://127.0.0.1:8080`. `stop` does not end it. */
  static at(address: string): Sandbox {
    return new Sandbox(address.replace(/\/+$/, ""), undefined);
  }

  /** A world of its own. Without a name, nobody else has it. */
  world(name: string = `n${randomUUID().replaceAll("-", "").slice(0, 16)}`, agency = "alpha"): World {
    return new World(this.address, name, agency);
  }

  /** The answer to a call about the server and no world. Throws `LeverRefused`. */
  ask<T>(call: Call<T>): Promise<T> {
    return send(this.address, undefined, call);
  }

  /** Ends the sandbox. The sandbox is gone when this returns. */
  async stop(): Promise<void> {
    const process = this.#process;
    this.#process = undefined;
    if (process === undefined || process.exitCode !== null || process.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => process.once("exit", () => resolve()));
    process.ref();
    process.stdin?.end();
    const late = setTimeout(() => process.kill("SIGKILL"), END_MS);
    await ended;
    clearTimeout(late);
  }

  /** `await using sandbox = await Sandbox.start()` ends the sandbox with the block. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop();
  }
}

function version(): string {
  const text = readFileSync(join(__dirname, "..", "package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
}

/** The address that the sandbox prints when it listens. */
function addressOf(process: ChildProcess, startMs: number): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = "";
    let complaint = "";
    const fail = (reason: string): void => {
      clearTimeout(late);
      const last = complaint.trim().split("\n").at(-1) ?? "";
      reject(new SandboxNotStarted(`The sandbox did not start: ${reason}.${last ? ` It said: ${last}` : ""}`));
    };
    const late = setTimeout(() => fail(`it was silent for ${startMs / 1000} s`), startMs);
    process.stderr?.on("data", (chunk: Buffer) => (complaint = (complaint + String(chunk)).slice(-4000)));
    process.stdout?.on("data", (chunk: Buffer) => {
      said = (said + String(chunk)).slice(-4000);
      const found = /https?:\/\/[^\s/]+(?=\/)/.exec(said);
      if (found) {
        clearTimeout(late);
        resolve(found[0]);
      }
    });
    process.once("error", (error) => fail(error.message));
    process.once("exit", (code) => fail(`its program ended with ${code}`));
  });
}

/** A running sandbox keeps no program of Node from ending. Its output is read and dropped, so that it never waits. */
function letGo(process: ChildProcess): void {
  process.unref();
  for (const stream of [process.stdin, process.stdout, process.stderr]) {
    stream?.on("error", () => undefined);
    (stream as unknown as { unref?: () => void } | null)?.unref?.();
  }
}
