// Finds a program that can start the sandbox. It starts nothing but `python3 -c "import mock_server.cli"`.

import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** No program of this machine starts the sandbox. */
export class NoSandbox extends Error {
  override name = "NoSandbox";
}

/** Where the sandbox may come from. */
export interface Source {
  /** The command that stands for `teesheet`. Nothing else is tried. The variable TEESHEET_COMMAND says the same. */
  command?: readonly string[];
  /** What uvx and pipx install: a version, a folder or an address. By default the version of this package. */
  spec?: string;
  /** A container image with the sandbox. It is used when nothing else is found. */
  image?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** The words of `teesheet` on this machine, to be followed by its arguments. Throws `NoSandbox`. */
export function teesheetCommand(source: Source, version: string, environment: Environment = process.env): string[] {
  const given = source.command ?? environment["TEESHEET_COMMAND"]?.split(" ").filter(Boolean);
  if (given?.[0] !== undefined) return [...given];
  const has = (program: string): boolean => isOnPath(program, environment);
  const spec = source.spec ?? environment["TEESHEET_SPEC"] ?? `teesheet==${version}`;
  const image = source.image ?? environment["TEESHEET_IMAGE"];
  if (has("teesheet")) return ["teesheet"];
  const python = ["python3", "python"].find((program) => has(program) && knowsTeesheet(program, environment));
  if (python) return [python, "-m", "mock_server.cli"];
  if (has("uvx")) return ["uvx", "--from", spec, "teesheet"];
  if (has("pipx")) return ["pipx", "run", "--spec", spec, "teesheet"];
  const engine = ["podman", "docker"].find(has);
  if (image && engine) return [engine, "run", "--rm", "--interactive", "--network=host", image];
  throw new NoSandbox(
    "No program starts the teesheet sandbox. Install one of them: uv (https://docs.astral.sh/uv), pipx, " +
      "or teesheet itself in a Python on the PATH. TEESHEET_COMMAND names any other command.",
  );
}

function isOnPath(program: string, environment: Environment): boolean {
  return (environment["PATH"] ?? "").split(delimiter).filter(Boolean).some((folder) => isProgram(join(folder, program)));
}

function isProgram(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function knowsTeesheet(python: string, environment: Environment): boolean {
  const words = ["-c", "import mock_server.cli, teesheet"];
  return spawnSync(python, words, { stdio: "ignore", env: { ...environment } as NodeJS.ProcessEnv }).status === 0;
}
