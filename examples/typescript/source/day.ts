// A day of a small agency: it books two players online and one offline, changes, cancels, and takes deliveries.
// Needs TEESHEET_BASE_URL and TEESHEET_API_KEY.

import { setTimeout as pause } from "node:timers/promises";

import { Agency, SoldOut, type Booking, type Course, type Party } from "./agency.ts";
import { Calls, Refused, Unreachable } from "./calls.ts";
import { Receiver } from "./receiver.ts";

const FEW_MS = 600;
const DAY_MS = 86_400_000;
const ADA: Party = { players: 2, leadPlayer: { firstName: "Ada", lastName: "Lindqvist", email: "ada@example.com" } };
const GRACE: Party = { players: 1, leadPlayer: { firstName: "Grace", lastName: "Okafor", email: "grace@example.com" } };

/** One day. */
async function main(): Promise<void> {
  const agency = new Agency(new Calls(process.env["TEESHEET_BASE_URL"] ?? "", process.env["TEESHEET_API_KEY"] ?? ""));
  const receiver = new Receiver();
  try {
    const subscription = await agency.subscribe(await receiver.open());
    receiver.secret = subscription.secret ?? "";
    try {
      await sell(agency);
      await pause(FEW_MS); // The last deliveries are on their way.
    } finally {
      await agency.unsubscribe(subscription);
    }
  } finally {
    receiver.close();
  }
  console.log(`${receiver.events.length} deliveries: ${receiver.events.map((event) => event.type).join(", ")}`);
}

/** Sell one tee time online and one offline, and take both back. */
async function sell(agency: Agency): Promise<void> {
  const online = await first(agency.courses({ country: "GB" }), (course) => course.isOnline);
  const offline = await first(agency.courses({ country: "ES" }), (course) => !course.isOnline);

  const day = await agency.bestDay(online.id, dayIn(30), dayIn(36), ADA.players);
  const booking = await agency.book(online.id, day, ADA);
  say(online, booking);
  if (!(await agency.changePlayers(booking, 1))) console.log("The course does not allow the change.");
  if (!(await agency.cancel(booking))) console.log("The course does not allow the cancellation.");

  const answered = await agency.askTheCourse(offline.id, day, "10:00", GRACE);
  say(offline, answered);
  if (answered.status !== "cancelled") await agency.cancel(answered);

  const left = new Set<string>();
  for await (const found of agency.bookings({ status: "confirmed" })) left.add(found.id);
  console.log(`${left.size} bookings are left.`);
}

/** The first course that is wanted. No further page is read. Throws `SoldOut`. */
async function first(courses: AsyncIterable<Course>, isWanted: (course: Course) => boolean): Promise<Course> {
  for await (const course of courses) if (isWanted(course)) return course;
  throw new SoldOut("No course fits.");
}

function dayIn(days: number): string {
  const now = Date.parse(process.env["TEESHEET_NOW"] ?? new Date().toISOString());
  return new Date(now + days * DAY_MS).toISOString().slice(0, 10);
}

function say(course: Course, booking: Booking): void {
  console.log(`${booking.bookingReference} ${course.name} ${booking.date} ${booking.teeTime} ${booking.status}`);
}

try {
  await main();
} catch (failure) {
  const isExpected = failure instanceof SoldOut || failure instanceof Refused || failure instanceof Unreachable;
  if (!isExpected) throw failure;
  console.error(`The day ends early: ${failure.message}`);
  process.exitCode = 1;
}
