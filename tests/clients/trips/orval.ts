// A trip with the client of orval (fetch), each answer checked with the schemas of orval (zod).
import * as teesheet from "./client";
import * as schemas from "./schemas";

const { HOST, KEY, ONLINE, OFFLINE, DAY } = process.env as Record<string, string>;
// The client of orval sends to the address that the document names. This is where address and key come in.
const send = globalThis.fetch;
globalThis.fetch = (path, options) => {
  const headers = new Headers(options?.headers);
  headers.set("X-Api-Key", KEY);
  return send(`${HOST}/api/v1${path}`, { ...options, headers });
};

type Success<T> = Extract<T, { status: 200 | 201 | 202 }>;

// An answer that is no refusal: the client returns problems, it does not throw them.
function taken<T extends { status: number }>(answer: T): Success<T> {
  if (answer.status >= 300) throw new Error(JSON.stringify(answer));
  return answer as Success<T>;
}

const found = schemas.SearchCoursesResponse.parse(taken(await teesheet.searchCourses({ pageSize: 3 })).data);
const course = schemas.GetCourseResponse.parse(taken(await teesheet.getCourse(ONLINE)).data).data;
const offline = schemas.GetCourseResponse.parse(taken(await teesheet.getCourse(OFFLINE)).data).data;
const period = { startDate: DAY, endDate: DAY };
const prices = schemas.GetCoursePricingResponse.parse(taken(await teesheet.getCoursePricing(ONLINE, period)).data).data;
const onlineDay = schemas.ListTeeTimesResponse.parse(taken(await teesheet.listTeeTimes(ONLINE, { date: DAY, players: 4 })).data);
const offlineDay = schemas.ListTeeTimesResponse.parse(taken(await teesheet.listTeeTimes(OFFLINE, { date: DAY })).data);
// A member that only one form has tells the two forms apart.
if (!("availableTimes" in onlineDay) || !("bookingMessage" in offlineDay)) throw new Error("the other form");
const [first, second] = onlineDay.availableTimes;

const holdBody = schemas.HoldTeeTimeBody.parse({ date: DAY, time: first.time, players: 3 });
const hold = schemas.HoldTeeTimeResponse.parse(taken(await teesheet.holdTeeTime(ONLINE, holdBody)).data);
const leadPlayer = { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" };
const bookingBody = { courseId: ONLINE, date: DAY, teeTime: first.time, players: 3, leadPlayer, holdId: hold.holdId };
const booking = schemas.CreateBookingResponse.parse(taken(await teesheet.createBooking(bookingBody)).data).data;
const listed = schemas.ListBookingsResponse.parse(taken(await teesheet.listBookings({ status: "confirmed" })).data);
const changed = schemas.UpdateBookingResponse.parse(taken(await teesheet.updateBooking(booking.id, { players: 2 })).data).data;
const cancelled = schemas.CancelBookingResponse.parse(taken(await teesheet.cancelBooking(booking.id)).data).data;
const hookBody = { courseId: ONLINE, date: DAY, teeTime: second.time, players: 2, leadPlayer };
const hook = schemas.CreateBookingHookResponse.parse(taken(await teesheet.createBookingHook(hookBody)).data).data;
const groupBody = { courseId: ONLINE, date: DAY, preferredTime: "10:00", totalPlayers: 8, leadPlayer };
const group = schemas.CreateGroupBookingResponse.parse(taken(await teesheet.createGroupBooking(groupBody)).data).data;
const webhookBody = { url: "https://hooks.example.com/teesheet", events: ["booking.confirmed"] };
const webhook = schemas.CreateWebhookResponse.parse(taken(await teesheet.createWebhook(webhookBody)).data).data;

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
