// One world of a sandbox: the address and the key for the client under test, and the levers.

import { send, type Call } from "./call.js";
import * as levers from "./levers.js";

/** A world, seen by one agency. `url` is the base of the booking interface, `key` its `X-Api-Key`. */
export class World {
  readonly url: string;
  readonly key: string;

  constructor(readonly address: string, readonly name: string, readonly agencyName: string) {
    this.url = `${address}/api/v1`;
    this.key = `sbx_${name}_${agencyName}`;
  }

  /** The answer to any call of `levers`, with the key of this world. Throws `LeverRefused`. */
  ask<T>(call: Call<T>): Promise<T> {
    return send(this.address, this.key, call);
  }

  /** The same world, seen by another agency that competes for the same tee times. */
  agency(name: string): World {
    return new World(this.address, this.name, name);
  }

  /** A request to the booking interface with the key of this agency: `world.fetch("/travel/bookings")`. */
  fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set("X-Api-Key", this.key);
    if (init.body !== undefined && !headers.has("Content-Type")) headers.set("Content-Type", "application/json");
    return fetch(this.url + path, { ...init, headers });
  }

  /** The course with a known behaviour, such as `offline-declines`. Throws an error that lists the behaviours. */
  async course(behaviour: string): Promise<levers.NamedCourse> {
    const known = await this.ask(levers.listNamedCourses());
    const found = known.find((course) => course.behaviour === behaviour);
    if (found) return found;
    throw new Error(`No course behaves as ${behaviour}. There are: ${known.map((course) => course.behaviour).join(", ")}.`);
  }

  /** Stops the clock, at `moment` if it is given. */
  async freeze(moment?: string): Promise<void> {
    await this.ask(levers.setClock(moment === undefined ? { mode: "frozen" } : { mode: "frozen", now: moment }));
  }

  /** Moves the clock by an ISO 8601 duration such as `PT15M`, and returns what happened on the way. */
  async advance(by: string): Promise<levers.Happening[]> {
    return (await this.ask(levers.advanceClock({ by }))).timeline;
  }

  /** Why the sandbox refused a request: the rule, its facts, and a sentence. */
  async why(refused: Response): Promise<unknown> {
    const requestId = refused.headers.get("X-Request-Id") ?? "";
    const row = (await this.ask(levers.listExchanges({ requestId }))).at(-1);
    if (!row) throw new Error("The journal of this world does not have this answer. Did another world give it?");
    return this.ask(levers.explainExchange(String(row.number)));
  }

  /** The newest 500 bookings of every agency of the world, newest first. */
  async bookings(): Promise<levers.BookingRecord[]> {
    return (await this.ask(levers.listWorldBookings({ limit: 500 }))).data;
  }
}
