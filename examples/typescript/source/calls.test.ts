// A bad network, played by a server on loopback.

import assert from "node:assert/strict";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { test } from "node:test";

import { Calls, Refused, wantedPauseMs } from "./calls.ts";

type Answer = (response: ServerResponse) => void;

/** Answers one request after the other as `answers` say, and returns the requests that came. */
async function served(answers: Answer[], work: (calls: Calls) => Promise<void>): Promise<IncomingMessage[]> {
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    requests.push(request);
    (answers[requests.length - 1] ?? json(500, {}))(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    await work(new Calls(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, "sbx_example_agency"));
  } finally {
    server.close();
    server.closeAllConnections();
  }
  return requests;
}

function json(status: number, body: unknown, headers: Record<string, string> = {}): Answer {
  return (response) => response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(JSON.stringify(body));
}

const lost: Answer = (response) => response.destroy();
const cut: Answer = (response) => response.writeHead(201).end('{"data": {"id"');

test("a booking whose answer is lost is repeated with the same Idempotency-Key", async () => {
  const requests = await served([lost, cut, json(201, { data: { id: "bkg_1" } })], async (calls) => {
    assert.deepEqual(await calls.post("/travel/bookings", { players: 2 }), { data: { id: "bkg_1" } });
  });

  assert.equal(requests.length, 3);
  assert.equal(new Set(requests.map((request) => request.headers["idempotency-key"])).size, 1);
});

test("a refusal is not repeated, and its code is kept", async () => {
  const requests = await served([json(409, { code: "tee_time_unavailable" })], async (calls) => {
    await assert.rejects(calls.post("/travel/bookings", {}), new Refused(409, "tee_time_unavailable"));
  });

  assert.equal(requests.length, 1);
});

test("a refusal as plain text is a refusal", async () => {
  const text: Answer = (response) => response.writeHead(403).end("No");

  await served([text], async (calls) => {
    await assert.rejects(calls.get("/travel/bookings"), new Refused(403, undefined));
  });
});

test("Retry-After is waited for", async () => {
  const began = Date.now();

  await served([json(429, {}, { "Retry-After": "1" }), json(200, {})], async (calls) => void (await calls.get("/")));

  assert.ok(Date.now() - began >= 1000);
});

test("Retry-After may be a date", () => {
  const now = Date.parse("2027-03-01T09:00:00Z");

  assert.equal(wantedPauseMs("Mon, 01 Mar 2027 09:00:30 GMT", now), 30_000);
  assert.equal(wantedPauseMs("Mon, 01 Mar 2027 08:00:00 GMT", now), 0);
  assert.equal(wantedPauseMs("30", now), 30_000);
  assert.equal(wantedPauseMs("soon", now), 0);
});
