const { levers, Sandbox } = require("teesheet");

let sandbox;

beforeAll(async () => {
  sandbox = await Sandbox.start();
}, 120_000);

afterAll(() => sandbox?.stop());

test("a rival is faster, and the sandbox says why the booking was refused", async () => {
  const world = sandbox.world();
  await world.freeze("2040-05-07T08:00:00Z");
  const { id: courseId } = await world.course("daylight-saving");
  const place = { courseId, date: "2040-05-12", teeTime: "09:30" };
  await world.ask(levers.sendRival({ ...place, leave: 1 }));

  const leadPlayer = { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" };
  const order = JSON.stringify({ ...place, players: 2, leadPlayer });
  const refused = await world.fetch("/travel/bookings", { method: "POST", body: order });

  expect(refused.status).toBe(409);
  expect(await world.why(refused)).toMatchObject({ facts: { freePlaces: 1 } });
});

test("a hold expires after fifteen minutes", async () => {
  const world = sandbox.world();
  await world.freeze("2040-05-07T08:00:00Z");
  const { id } = await world.course("daylight-saving");
  const hold = JSON.stringify({ date: "2040-05-12", time: "09:30", players: 4 });
  await world.fetch(`/travel/courses/${id}/hold-tee-time`, { method: "POST", body: hold });

  const [happened] = await world.advance("PT15M");

  expect(happened.kind).toBe("tee_time_hold.expired");
});
