import { levers, Sandbox, type World } from "teesheet";
import { afterAll, beforeAll, expect, test } from "vitest";

let sandbox: Sandbox | undefined;

beforeAll(async () => {
  sandbox = await Sandbox.start();
}, 120_000);

afterAll(() => sandbox?.stop());

const LEAD = { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" };

async function book(world: World, key: string): Promise<Response> {
  const course = await world.course("daylight-saving");
  const order = { courseId: course.id, date: "2040-05-12", teeTime: "09:30", players: 2, leadPlayer: LEAD };
  return world.fetch("/travel/bookings", { method: "POST", body: JSON.stringify(order), headers: { "Idempotency-Key": key } });
}

test("a retry books once", async () => {
  const world = sandbox!.world();
  await world.freeze("2040-05-07T08:00:00Z");
  await world.ask(levers.createRule({ match: { operations: ["createBooking"] }, times: 1, effect: { drop: { when: "after" } } }));

  await expect(book(world, "order-1")).rejects.toThrow();
  expect((await book(world, "order-1")).status).toBe(201);

  expect(await world.bookings()).toHaveLength(1);
});

test("a lever that the sandbox refuses says what it accepts", async () => {
  const rule = levers.createRule({ effect: { status: { status: 42 } } });

  await expect(sandbox!.world().ask(rule)).rejects.toThrow("answered 400 invalid_request");
});
