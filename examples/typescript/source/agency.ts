// What an agency does: search, look, hold, book, change, cancel. It books only what it was shown.

import { randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";

import { Calls, Refused, type Query } from "./calls.ts";

const LOST = 409;
const PAUSE_MS = 500;
const MOST_READS = 8;
const EVENTS = ["booking.confirmed", "booking.modified", "booking.cancelled"];

export interface Party {
  players: number;
  leadPlayer: { firstName: string; lastName: string; email: string };
}

export interface Course {
  id: string;
  name: string;
  isOnline: boolean;
}

export interface Booking {
  id: string;
  bookingReference: string;
  status: string;
  course: { id: string };
  date: string;
  teeTime: string;
}

/** A tee time as the customer saw it: in the time of the course, with its price for one player. */
export interface Shown {
  time: string;
  greenFee: number;
}

export interface Subscription {
  id: string;
  url: string;
  secret?: string;
}

interface Page<Item> {
  data: Item[];
  meta: { pagination: { totalPages: number } };
}

interface TeeTimes {
  availableTimes?: { time: string; available: number; pricing: { greenFee: number } }[] | null;
}

interface Hold {
  holdId: string;
  pricing: { greenFee: number };
}

/** No tee time of the day has room for the party. */
export class SoldOut extends Error {}

/** The tee time costs more than the customer saw. */
class Dearer extends Error {}

/** One agency at the service behind `calls`. */
export class Agency {
  readonly #calls: Calls;

  constructor(calls: Calls) {
    this.#calls = calls;
  }

  /** Every course that the filters find, page after page. */
  courses(filters: Query): AsyncGenerator<Course> {
    return this.#pages("/travel/courses", filters, 100);
  }

  /** Every booking of the agency that the filters find, page after page. */
  bookings(filters: Query): AsyncGenerator<Booking> {
    return this.#pages("/travel/bookings", filters, 50);
  }

  async *#pages<Item>(path: string, filters: Query, pageSize: number): AsyncGenerator<Item> {
    for (let page = 1, pages = 1; page <= pages; page++) {
      const found: Page<Item> = await this.#calls.get(path, { ...filters, page, pageSize });
      yield* found.data;
      // A list may grow while it is read: the newest answer knows its last page.
      pages = found.meta.pagination.totalPages;
    }
  }

  /** The best day of a period. Throws `SoldOut`. */
  async bestDay(courseId: string, startDate: string, endDate: string, players: number): Promise<string> {
    const found = await this.#calls.get<{ bestAvailability?: { date: string } | null }>(
      `/travel/courses/${courseId}/availability`,
      { startDate, endDate, players },
    );
    if (!found.bestAvailability) throw new SoldOut(`${courseId} has no tee time from ${startDate} to ${endDate}.`);
    return found.bestAvailability.date;
  }

  /** The tee times of a day that have room now. */
  async freeTimes(courseId: string, date: string, players: number): Promise<Shown[]> {
    const sheet: TeeTimes = await this.#calls.get(`/travel/courses/${courseId}/tee-times`, { date, players });
    return (sheet.availableTimes ?? [])
      .filter((item) => item.available >= players)
      .map((item) => ({ time: item.time, greenFee: item.pricing.greenFee }));
  }

  /**
   * A booking of the first tee time that can be held at its price. Looks again whenever somebody else was faster.
   * Throws `SoldOut`.
   */
  async book(courseId: string, date: string, party: Party): Promise<Booking> {
    const tried = new Set<string>();
    for (;;) {
      const times = await this.freeTimes(courseId, date, party.players);
      const shown = times.find((item) => !tried.has(item.time));
      if (!shown) throw new SoldOut(`${courseId} has no tee time for ${party.players} on ${date}.`);
      tried.add(shown.time);
      try {
        return await this.#holdAndBook(courseId, date, shown, party);
      } catch (failure) {
        // A dearer hold ends by itself. Nobody pays more than the page said.
        if (!(failure instanceof Dearer) && !isLost(failure)) throw failure;
      }
    }
  }

  async #holdAndBook(courseId: string, date: string, shown: Shown, party: Party): Promise<Booking> {
    const wish = { date, time: shown.time, players: party.players };
    const hold: Hold = await this.#calls.post(`/travel/courses/${courseId}/hold-tee-time`, wish);
    if (hold.pricing.greenFee > shown.greenFee) throw new Dearer(`${shown.time} costs more than ${shown.greenFee} now.`);
    return this.#booked(courseId, date, shown.time, party, { holdId: hold.holdId });
  }

  /** A booking on an offline course, with the answer of the course as far as it comes in a few seconds. */
  async askTheCourse(courseId: string, date: string, teeTime: string, party: Party): Promise<Booking> {
    let booking = await this.#booked(courseId, date, teeTime, party, {});
    for (let read = 0; read < MOST_READS && booking.status === "pending"; read++) {
      await pause(PAUSE_MS);
      booking = await this.booking(booking.id);
    }
    return booking;
  }

  async #booked(
    courseId: string, date: string, teeTime: string, party: Party, hold: { holdId?: string },
  ): Promise<Booking> {
    const agencyBookingReference = randomUUID().slice(0, 13);
    const wish = { courseId, date, teeTime, ...party, agencyBookingReference, ...hold };
    return (await this.#calls.post<{ data: Booking }>("/travel/bookings", wish)).data;
  }

  /** A booking as it is now. */
  async booking(bookingId: string): Promise<Booking> {
    return (await this.#calls.get<{ data: Booking }>(`/travel/bookings/${bookingId}`)).data;
  }

  /** Whether the course allowed the change. Reads the terms first, because they have a cutoff. */
  async changePlayers(booking: Booking, players: number): Promise<boolean> {
    await this.#terms(booking);
    return isAllowed(this.#calls.put(`/travel/bookings/${booking.id}`, { players }));
  }

  /** Whether the course allowed the cancellation. Reads the terms first, because a cancellation may cost money. */
  async cancel(booking: Booking): Promise<boolean> {
    await this.#terms(booking);
    if ((await this.booking(booking.id)).status === "cancelled") return true;
    return isAllowed(this.#calls.delete(`/travel/bookings/${booking.id}`));
  }

  #terms(booking: Booking): Promise<unknown> {
    return this.#calls.get(`/travel/courses/${booking.course.id}/terms`);
  }

  /** A new subscription for `url`, with its secret. An old subscription for the same address ends. */
  async subscribe(url: string): Promise<Subscription> {
    const known = await this.#calls.get<{ data: Subscription[] }>("/webhooks");
    for (const old of known.data.filter((item) => item.url === url)) await this.unsubscribe(old);
    return (await this.#calls.post<{ data: Subscription }>("/webhooks", { url, events: EVENTS })).data;
  }

  /** End a subscription. */
  async unsubscribe(subscription: Subscription): Promise<void> {
    await this.#calls.delete(`/webhooks/${subscription.id}`);
  }
}

function isLost(failure: unknown): boolean {
  return failure instanceof Refused && failure.status === LOST;
}

async function isAllowed(write: Promise<unknown>): Promise<boolean> {
  try {
    await write;
    return true;
  } catch (failure) {
    if (isLost(failure)) return false;
    throw failure;
  }
}
