// A trip with the client of @hey-api/openapi-ts.
import * as teesheet from "./client";
import { client } from "./client/client.gen";

const { HOST, KEY, ONLINE, OFFLINE, DAY } = process.env as Record<string, string>;
client.setConfig({ baseUrl: `${HOST}/api/v1`, auth: (scheme) => (scheme.type === "apiKey" ? KEY : undefined), throwOnError: true });
const throwOnError = true;

const found = (await teesheet.searchCourses({ query: { pageSize: 3 }, throwOnError })).data;
const course = (await teesheet.getCourse({ path: { id: ONLINE }, throwOnError })).data.data;
const offline = (await teesheet.getCourse({ path: { id: OFFLINE }, throwOnError })).data.data;
const period = { startDate: DAY, endDate: DAY };
const prices = (await teesheet.getCoursePricing({ path: { id: ONLINE }, query: period, throwOnError })).data.data;
const onlineDay = (await teesheet.listTeeTimes({ path: { courseId: ONLINE }, query: { date: DAY, players: 4 }, throwOnError })).data;
const offlineDay = (await teesheet.listTeeTimes({ path: { courseId: OFFLINE }, query: { date: DAY }, throwOnError })).data;
// A member that only one form has tells the two forms apart.
if (!("availableTimes" in onlineDay) || !("bookingMessage" in offlineDay)) throw new Error("the other form");
const [first, second] = onlineDay.availableTimes;

const holdBody = { date: DAY, time: first.time, players: 3 };
const hold = (await teesheet.holdTeeTime({ path: { courseId: ONLINE }, body: holdBody, throwOnError })).data;
const leadPlayer = { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" };
const bookingBody = { courseId: ONLINE, date: DAY, teeTime: first.time, players: 3, leadPlayer, holdId: hold.holdId };
const booking = (await teesheet.createBooking({ body: bookingBody, throwOnError })).data.data;
const listed = (await teesheet.listBookings({ query: { status: "confirmed" }, throwOnError })).data;
const path = { id: booking.id };
const changed = (await teesheet.updateBooking({ path, body: { players: 2 }, throwOnError })).data.data;
const cancelled = (await teesheet.cancelBooking({ path, throwOnError })).data.data;
const hookBody = { courseId: ONLINE, date: DAY, teeTime: second.time, players: 2, leadPlayer };
const hook = (await teesheet.createBookingHook({ body: hookBody, throwOnError })).data.data;
const groupBody = { courseId: ONLINE, date: DAY, preferredTime: "10:00", totalPlayers: 8, leadPlayer };
const group = (await teesheet.createGroupBooking({ body: groupBody, throwOnError })).data.data;
const webhookBody = { url: "https://hooks.example.com/teesheet", events: ["booking.confirmed"] };
const webhook = (await teesheet.createWebhook({ body: webhookBody, throwOnError })).data.data;

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
