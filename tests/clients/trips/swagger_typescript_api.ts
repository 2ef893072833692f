// A trip with the client of swagger-typescript-api.
import { Api, BookingStatus } from "./api";

const { HOST, KEY, ONLINE, OFFLINE, DAY } = process.env as Record<string, string>;
const { travel, webhooks } = new Api({ baseUrl: `${HOST}/api/v1`, baseApiParams: { headers: { "X-Api-Key": KEY } } });

const found = (await travel.searchCourses({ pageSize: 3 })).data;
const course = (await travel.getCourse(ONLINE)).data.data;
const offline = (await travel.getCourse(OFFLINE)).data.data;
const prices = (await travel.getCoursePricing(ONLINE, { startDate: DAY, endDate: DAY })).data.data;
const onlineDay = (await travel.listTeeTimes(ONLINE, { date: DAY, players: 4 })).data;
const offlineDay = (await travel.listTeeTimes(OFFLINE, { date: DAY })).data;
// A member that only one form has tells the two forms apart.
if (!("availableTimes" in onlineDay) || !("bookingMessage" in offlineDay)) throw new Error("the other form");
const [first, second] = onlineDay.availableTimes;

const hold = (await travel.holdTeeTime(ONLINE, { date: DAY, time: first.time, players: 3 })).data;
const leadPlayer = { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" };
const bookingBody = { courseId: ONLINE, date: DAY, teeTime: first.time, players: 3, leadPlayer, holdId: hold.holdId };
const booking = (await travel.createBooking(bookingBody)).data.data;
const listed = (await travel.listBookings({ status: BookingStatus.Confirmed })).data;
const changed = (await travel.updateBooking(booking.id, { players: 2 })).data.data;
const cancelled = (await travel.cancelBooking(booking.id)).data.data;
const hookBody = { courseId: ONLINE, date: DAY, teeTime: second.time, players: 2, leadPlayer };
const hook = (await travel.createBookingHook(hookBody)).data.data;
const groupBody = { courseId: ONLINE, date: DAY, preferredTime: "10:00", totalPlayers: 8, leadPlayer };
const group = (await travel.createGroupBooking(groupBody)).data.data;
const webhookBody = { url: "https://hooks.example.com/teesheet", events: ["booking.confirmed"] };
const webhook = (await webhooks.createWebhook(webhookBody)).data.data;

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
