// A trip with openapi-fetch over the types of openapi-typescript.
import createClient from "openapi-fetch";
import type { paths } from "./schema";

const { HOST, KEY, ONLINE, OFFLINE, DAY } = process.env as Record<string, string>;
const client = createClient<paths>({ baseUrl: `${HOST}/api/v1`, headers: { "X-Api-Key": KEY } });

// The client returns problems, it does not throw them.
function taken<T>(answer: { data?: T; error?: unknown }): T {
  if (answer.data === undefined) throw new Error(JSON.stringify(answer.error));
  return answer.data;
}

const found = taken(await client.GET("/travel/courses", { params: { query: { pageSize: 3 } } }));
const course = taken(await client.GET("/travel/courses/{id}", { params: { path: { id: ONLINE } } })).data;
const offline = taken(await client.GET("/travel/courses/{id}", { params: { path: { id: OFFLINE } } })).data;
const prices = taken(
  await client.GET("/travel/courses/{id}/pricing", { params: { path: { id: ONLINE }, query: { startDate: DAY, endDate: DAY } } }),
).data;
const onlineDay = taken(
  await client.GET("/travel/courses/{courseId}/tee-times", { params: { path: { courseId: ONLINE }, query: { date: DAY, players: 4 } } }),
);
const offlineDay = taken(
  await client.GET("/travel/courses/{courseId}/tee-times", { params: { path: { courseId: OFFLINE }, query: { date: DAY } } }),
);
// A member that only one form has tells the two forms apart.
if (!("availableTimes" in onlineDay) || !("bookingMessage" in offlineDay)) throw new Error("the other form");
const [first, second] = onlineDay.availableTimes;

const hold = taken(
  await client.POST("/travel/courses/{courseId}/hold-tee-time", {
    params: { path: { courseId: ONLINE } },
    body: { date: DAY, time: first.time, players: 3 },
  }),
);
const leadPlayer = { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" };
const booking = taken(
  await client.POST("/travel/bookings", {
    body: { courseId: ONLINE, date: DAY, teeTime: first.time, players: 3, leadPlayer, holdId: hold.holdId },
  }),
).data;
const listed = taken(await client.GET("/travel/bookings", { params: { query: { status: "confirmed" } } }));
const path = { id: booking.id };
const changed = taken(await client.PUT("/travel/bookings/{id}", { params: { path }, body: { players: 2 } })).data;
const cancelled = taken(await client.DELETE("/travel/bookings/{id}", { params: { path } })).data;
const hook = taken(
  await client.POST("/travel/bookings/hooks", {
    body: { courseId: ONLINE, date: DAY, teeTime: second.time, players: 2, leadPlayer },
  }),
).data;
const group = taken(
  await client.POST("/travel/group-bookings", {
    body: { courseId: ONLINE, date: DAY, preferredTime: "10:00", totalPlayers: 8, leadPlayer },
  }),
).data;
const webhook = taken(
  await client.POST("/webhooks", { body: { url: "https://hooks.example.com/teesheet", events: ["booking.confirmed"] } }),
).data;

console.log(
  JSON.stringify({
    courses: found.data.length,
    online: [course.isOnline, offline.isOnline],
    currency: prices.currency,
    teeTimes: onlineDay.availableTimes.length > 1,
    contact: offlineDay.offlineBookingContact.email.includes("@"),
    held: hold.players,
    booked: booking.status,
    listed: listed.data.length === 1 && listed.data[0].id === booking.id,
    changed: changed.players,
    cancelled: cancelled.status,
    hook: hook.status,
    group: group.status,
    webhook: webhook.secret.startsWith("whsec_"),
  }),
);
