// A trip with the TypeScript client of openapi-generator (typescript-fetch). It turns days into Date, in UTC.
import * as teesheet from "./client";

const { HOST, KEY, ONLINE, OFFLINE, DAY } = process.env as Record<string, string>;
const configuration = new teesheet.Configuration({ basePath: `${HOST}/api/v1`, apiKey: KEY });
const courses = new teesheet.CoursesApi(configuration);
const availability = new teesheet.AvailabilityApi(configuration);
const bookings = new teesheet.BookingsApi(configuration);
const date = new Date(DAY);

const found = await courses.searchCourses({ pageSize: 3 });
const course = (await courses.getCourse({ id: ONLINE })).data;
const offline = (await courses.getCourse({ id: OFFLINE })).data;
const prices = (await courses.getCoursePricing({ id: ONLINE, startDate: date, endDate: date })).data;
const onlineDay = await availability.listTeeTimes({ courseId: ONLINE, date, players: 4 });
const offlineDay = await availability.listTeeTimes({ courseId: OFFLINE, date });
// A member that only one form has tells the two forms apart.
if (!("availableTimes" in onlineDay) || !("bookingMessage" in offlineDay)) throw new Error("the other form");
const [first, second] = onlineDay.availableTimes;

const teeTimeHoldRequest = { date, time: first.time, players: 3 };
const hold = await new teesheet.TeeTimeHoldsApi(configuration).holdTeeTime({ courseId: ONLINE, teeTimeHoldRequest });
const leadPlayer = { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" };
const bookingRequest = { courseId: ONLINE, date, teeTime: first.time, players: 3, leadPlayer, holdId: hold.holdId };
const booking = (await bookings.createBooking({ bookingRequest })).data;
const listed = await bookings.listBookings({ status: "confirmed" });
const changed = (await bookings.updateBooking({ id: booking.id, bookingUpdate: { players: 2 } })).data;
const cancelled = (await bookings.cancelBooking({ id: booking.id })).data;
const bookingHookRequest = { courseId: ONLINE, date, teeTime: second.time, players: 2, leadPlayer };
const hook = (await new teesheet.BookingHooksApi(configuration).createBookingHook({ bookingHookRequest })).data;
const groupBookingRequest = { courseId: ONLINE, date, preferredTime: "10:00", totalPlayers: 8, leadPlayer };
const group = (await new teesheet.GroupBookingsApi(configuration).createGroupBooking({ groupBookingRequest })).data;
const webhookRequest = { url: "https://hooks.example.com/teesheet", events: new Set(["booking.confirmed"]) };
const webhook = (await new teesheet.WebhooksApi(configuration).createWebhook({ webhookRequest })).data;

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
