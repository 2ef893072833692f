// Calls that survive a bad network: repetitions with growing pauses, and one Idempotency-Key for each wish.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

const TRIES = 6;
const FIRST_PAUSE_MS = 300;
const ANSWER_MS = 15_000;
const TOO_MANY = 429;
const FAILED = 500;

/** The service understood the request and refused it. A repetition cannot help. `code` says why, if it is known. */
export class Refused extends Error {
  readonly status: number;
  readonly code: string | undefined;

  constructor(status: number, code: string | undefined) {
    super(`${status} ${code ?? ""}`.trim());
    this.status = status;
    this.code = code;
  }
}

/** The service gave no usable answer after several tries. A write may have happened or not. */
export class Unreachable extends Error {}

export type Query = Record<string, string | number | boolean>;

/** Sends requests of one agency. */
export class Calls {
  readonly #baseUrl: string;
  readonly #key: string;

  constructor(baseUrl: string, key: string) {
    this.#baseUrl = baseUrl;
    this.#key = key;
  }

  /** The JSON of a read. Throws `Refused` or `Unreachable`. */
  get<Answer>(path: string, query: Query = {}): Promise<Answer> {
    const words = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    return this.#ask("GET", words.size ? `${path}?${words}` : path);
  }

  /** The JSON of a new thing. Every try has the same Idempotency-Key, so the thing is made once. */
  post<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#ask("POST", path, body, { "Idempotency-Key": randomUUID() });
  }

  /** The JSON of a changed thing. */
  put<Answer>(path: string, body: unknown): Promise<Answer> {
    return this.#ask("PUT", path, body);
  }

  /** The JSON of a removal, undefined when it has no body. */
  delete<Answer>(path: string): Promise<Answer> {
    return this.#ask("DELETE", path);
  }

  async #ask<Answer>(method: string, path: string, body?: unknown, more: Record<string, string> = {}): Promise<Answer> {
    let pauseMs = FIRST_PAUSE_MS;
    for (let tried = 0; tried < TRIES; tried++) {
      let wantedMs = 0;
      try {
        const answer = await this.#send(method, path, body, more);
        if (answer.status < FAILED && answer.status !== TOO_MANY) return await read<Answer>(answer);
        wantedMs = wantedPauseMs(answer.headers.get("retry-after"));
        await answer.arrayBuffer();
      } catch (failure) {
        if (failure instanceof Refused) throw failure;
        // No answer, or an answer that was cut: the fate of the request is unknown.
      }
      await pause(Math.max(wantedMs, pauseMs * (1 + Math.random() / 2)));
      pauseMs *= 2;
    }
    throw new Unreachable(`${method} ${path} got no usable answer in ${TRIES} tries.`);
  }

  #send(method: string, path: string, body: unknown, more: Record<string, string>): Promise<Response> {
    return fetch(this.#baseUrl + path, {
      method,
      headers: { "X-Api-Key": this.#key, ...(body === undefined ? {} : { "Content-Type": "application/json" }), ...more },
      signal: AbortSignal.timeout(ANSWER_MS),
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  }
}

/** The JSON of an answer. Throws `Refused`, and `SyntaxError` for a body that was cut. */
async function read<Answer>(answer: Response): Promise<Answer> {
  const text = await answer.text();
  if (!answer.ok) throw new Refused(answer.status, codeOf(text));
  return (text ? JSON.parse(text) : undefined) as Answer;
}

/** The code of a problem. Another service may write refusals otherwise: the status decides. */
function codeOf(text: string): string | undefined {
  try {
    const code: unknown = (JSON.parse(text) as { code?: unknown } | null)?.code;
    return typeof code === "string" ? code : undefined;
  } catch {
    return undefined;
  }
}

/** The pause that Retry-After asks for, which is a number of seconds or a date. */
export function wantedPauseMs(retryAfter: string | null, now: number = Date.now()): number {
  if (!retryAfter) return 0;
  if (/^\d+$/.test(retryAfter)) return Number(retryAfter) * 1000;
  const until = Date.parse(retryAfter);
  return Number.isNaN(until) ? 0 : Math.max(0, until - now);
}
