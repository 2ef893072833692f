// One call of a lever as a value: the request, and how its answer is read. It sends nothing.

const CONTROL = "/_sandbox/v1";

/** A request to the control plane whose answer has the type `T`. `path` begins below `/_sandbox/v1`. */
export interface Call<T> {
  method: string;
  path: string;
  form: "data" | "json" | "text" | "nothing";
  body?: unknown;
  query?: Record<string, unknown>;
  /** Only for the type of the answer. It has no value. */
  answers?: T;
}

/** One mistake in a refused request: the JSON pointer of its place, and a sentence. */
export interface LeverError {
  readonly pointer: string;
  readonly detail: string;
}

/** The sandbox refused to move a lever. The message says what the sandbox accepts. */
export class LeverRefused extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly code: string,
    readonly errors: readonly LeverError[] = [],
  ) {
    super(message);
    this.name = "LeverRefused";
  }
}

/** A value as one segment of a path. */
export function segment(value: string): string {
  return encodeURIComponent(value);
}

/** The answer to `call` of the sandbox at `address`. Calls about the server need no `key`. Throws `LeverRefused`. */
export async function send<T>(address: string, key: string | undefined, call: Call<T>): Promise<T> {
  const url = new URL(address + CONTROL + call.path);
  for (const [name, value] of Object.entries(call.query ?? {})) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const answer = await fetch(url, {
    method: call.method,
    headers: { "Content-Type": "application/json", ...(key === undefined ? {} : { "X-Api-Key": key }) },
    ...(call.body === undefined ? {} : { body: typeof call.body === "string" ? call.body : JSON.stringify(call.body) }),
  });
  const text = await answer.text();
  if (!answer.ok) throw refusal(call, url, answer.status, text);
  if (call.form === "nothing") return undefined as T;
  if (call.form === "text") return text as T;
  const whole = JSON.parse(text) as { data: T };
  return call.form === "data" ? whole.data : (whole as T);
}

function refusal(call: Call<unknown>, url: URL, status: number, text: string): LeverRefused {
  const asked = `${call.method} ${url.origin}${url.pathname}`;
  try {
    const { detail, code, errors = [] } = JSON.parse(text) as { detail: string; code: string; errors?: LeverError[] };
    // A single mistake is the detail of its problem.
    const mistakes = errors.filter((error) => !detail.includes(error.detail));
    const lines = mistakes.map((error) => `\n  ${error.pointer}: ${error.detail}`).join("");
    return new LeverRefused(`${asked} answered ${status} ${code}: ${detail}${lines}`, status, code, errors);
  } catch {
    return new LeverRefused(`${asked} answered ${status}. Is this the address of a teesheet sandbox?`, status, "");
  }
}
