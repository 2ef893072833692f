// Takes deliveries: verifies signature and age, ignores what it has seen or does not know, and answers at once.

import { createHmac, timingSafeEqual } from "node:crypto";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import type { AddressInfo } from "node:net";

const TAKEN = 204;
const REFUSED = 401;
const OLDEST_SECONDS = 300;

export interface Event {
  type: string;
  data: Record<string, unknown>;
}

/** An endpoint on loopback. Set `secret` when the subscription shows it. `events` are the new ones, in order. */
export class Receiver {
  secret = "";
  readonly events: Event[] = [];
  readonly #seen = new Set<string>();
  readonly #server: Server;

  constructor() {
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        const isTaken = this.take(Buffer.concat(chunks), request.headers);
        response.writeHead(isTaken ? TAKEN : REFUSED).end();
      });
    });
  }

  /** Listen on a free port, and return the address for a subscription. */
  async open(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/deliveries`;
  }

  /** Take no more deliveries. */
  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  /** Whether a delivery is genuine. A genuine one that is new is kept. */
  take(content: Buffer, headers: IncomingHttpHeaders): boolean {
    const id = String(headers["webhook-id"] ?? "");
    if (!isGenuine(this.secret, content, headers)) return false;
    if (!this.#seen.has(id)) {
      this.#seen.add(id);
      this.events.push(JSON.parse(content.toString("utf8")) as Event);
    }
    return true;
  }
}

/** Whether one of the signatures is right, and the delivery is at most five minutes from now. */
export function isGenuine(secret: string, content: Buffer, headers: IncomingHttpHeaders, now = Date.now()): boolean {
  const id = String(headers["webhook-id"] ?? "");
  const timestamp = String(headers["webhook-timestamp"] ?? "");
  if (!secret || !/^\d+$/.test(timestamp) || Math.abs(now / 1000 - Number(timestamp)) > OLDEST_SECONDS) return false;
  const right = signature(secret, id, timestamp, content);
  return String(headers["webhook-signature"] ?? "").split(" ").some((part) => isSame(part, `v1,${right}`));
}

/** The signature of a delivery, as Standard Webhooks writes it. */
export function signature(secret: string, id: string, timestamp: string, content: Buffer): string {
  const key = Buffer.from(secret.replace(/^whsec_/, ""), "base64");
  return createHmac("sha256", key).update(`${id}.${timestamp}.`).update(content).digest("base64");
}

function isSame(given: string, right: string): boolean {
  const [left, other] = [Buffer.from(given), Buffer.from(right)];
  return left.length === other.length && timingSafeEqual(left, other);
}
