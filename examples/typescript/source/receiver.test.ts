// Deliveries, right and wrong.

import assert from "node:assert/strict";
import { test } from "node:test";

import { isGenuine, Receiver, signature } from "./receiver.ts";

const SECRET = `whsec_${Buffer.from("twenty-four bytes of key").toString("base64")}`;
const BODY = Buffer.from('{"type": "booking.confirmed", "data": {"id": "bkg_1"}}');

function headers(at = Math.floor(Date.now() / 1000), content = BODY): Record<string, string> {
  const signed = `v1,${signature(SECRET, "msg_1", String(at), content)}`;
  return { "webhook-id": "msg_1", "webhook-timestamp": String(at), "webhook-signature": signed };
}

test("the signature is that of the example of Standard Webhooks", () => {
  const secret = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
  const signed = signature(secret, "msg_p5jXN8AQM9LWM0D4loKWxJek", "1614265330", Buffer.from('{"test": 2432232314}'));

  assert.equal(signed, "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("a genuine delivery is taken once", () => {
  const receiver = new Receiver();
  receiver.secret = SECRET;

  assert.equal(receiver.take(BODY, headers()), true);
  assert.equal(receiver.take(BODY, headers()), true);
  assert.deepEqual(receiver.events.map((event) => event.type), ["booking.confirmed"]);
});

test("a delivery with another body, secret or age is refused", () => {
  const now = Math.floor(Date.now() / 1000);

  assert.equal(isGenuine(SECRET, Buffer.from("{}"), headers()), false);
  assert.equal(isGenuine(`whsec_${Buffer.from("another").toString("base64")}`, BODY, headers()), false);
  assert.equal(isGenuine("", BODY, headers()), false);
  assert.equal(isGenuine(SECRET, BODY, headers(now - 301)), false);
  assert.equal(isGenuine(SECRET, BODY, headers(now + 301)), false);
  assert.equal(isGenuine(SECRET, BODY, { ...headers(), "webhook-signature": undefined }), false);
});

test("one right signature of several is enough", () => {
  const given = headers();
  const two = { ...given, "webhook-signature": `v1,AAAA ${given["webhook-signature"]}` };

  assert.equal(isGenuine(SECRET, BODY, two), true);
});
