// Every operation of the control plane as a typed function. Written by `python -m tests.levers`.
import { segment, type Call } from "./call.js";

/** How far the clock moves. */
export type Advance = {
  /** A duration in the form of ISO 8601, in days, hours, minutes and seconds. */
  by?: string;
  /** A moment of the world's time, in UTC. */
  to?: string;
  /** Moves the clock to the next event that follows only from time. */
  toNext?: true;
};

/** Points on which another conforming service may differ, by name. */
export type Alternatives = {
  errorBody: ErrorBody;
  invalidStatus: InvalidStatus;
  createdStatus: CreatedStatus;
  pageSize: PageSize;
  holdIdPlace: HoldIdPlace;
  pendingCancel: PendingCancel;
  secondCancel: SecondCancel;
  emptyMembers: EmptyMembers;
};

/** The points that change. */
export type AlternativesChange = {
  errorBody?: ErrorBody;
  invalidStatus?: InvalidStatus;
  createdStatus?: CreatedStatus;
  pageSize?: PageSize;
  holdIdPlace?: HoldIdPlace;
  pendingCancel?: PendingCancel;
  secondCancel?: SecondCancel;
  emptyMembers?: EmptyMembers;
};

/** A request that arrived. */
export type Arrival = {
  /** Number of the arrival in the world. The first is 1. */
  number: number;
  /** Moment of the arrival, in UTC and in the time of the world. */
  at: string;
  /** Method of the request. */
  method: string;
  /** Headers in the order in which they arrived, with names in lower case. */
  headers: NamedValue[];
  /** The body as text. */
  body: string;
};

/** A point on which the specification is silent. */
export type Assumption = {
  /** Id of the assumption. */
  id: string;
  /** Heading of the specification for this question. */
  heading: string;
  /** The open question of the specification. */
  question: string;
  /** The answer of the contract. */
  answer: string;
  /** The answer of the contract in one word. */
  chosen: string;
  /** Reason for the answer of the contract. */
  reason: string;
  /** Answers that another conforming service may give instead. */
  alternatives: string[];
  /** Every answer with its word. The answer of the contract comes first. */
  answers: ({
    /** Word for the answer. No other answer of the assumption has this word. */
    value: string;
    /** The answer. */
    text: string;
  })[];
  /** The settings of a world that choose another answer. Empty if no setting chooses an answer. */
  selectable: ({
    /** Name of the setting among the `alternatives` of the settings. */
    name: string;
    /** The possible choices. The answer of the contract comes first. */
    choices: string[];
    /** The present choice in the world of the key. Absent without a key. */
    chosen?: string;
  })[];
};

/** One attempt, with its request and its answer. */
export type Attempt = {
  /** Number of the attempt. The first is 1. */
  number: number;
  /** Moment at which the attempt was due, in UTC and in the time of the world. */
  at: string;
  /** Moment of sending, in UTC and in the time of the machine. */
  sentAt: string;
  /** Address of the receiver. */
  url: string;
  /** The headers of Standard Webhooks in the request. */
  headers: Record<string, string>;
  /** The bytes of the request. */
  body: string;
  /** The base string of the signature: id, timestamp and body, with full stops between them. */
  signed: string;
  /** Status of the answer. Null without an answer. */
  status: number | null;
  /** Why the attempt failed. Null if the receiver accepted the delivery. */
  reason: string | null;
  /** Duration of the attempt. */
  milliseconds: number;
  /** The answer of the receiver. */
  answer: {
    /** Headers of the answer. */
    headers: NamedValue[];
    /** Body of the answer, at most 256 KiB. */
    body: string;
  };
};

/** Which course the agency has booked. */
export type BookedCourse = {
  /** Course document id, as `searchCourses` returns it. */
  id: string;
  /** Name for people to read. Requests name a course by its document id. */
  name: string;
};

/** A booking of the agency. */
export type Booking = {
  /** Names the booking in later requests. The answer to its creation has it. */
  id: string;
  status: BookingStatus;
  /** Reference that the service issues, for people on the phone. */
  bookingReference: string;
  /** Reference of the agency, unchanged. Absent if the agency sent none. */
  agencyBookingReference?: string;
  course: BookedCourse;
  /** Day of play, in the time zone of the course. */
  date: string;
  /** Tee time, `HH:MM`, in the time zone of the course. */
  teeTime: string;
  /** Number of players, 1 to 4, the lead player included. */
  players: number;
  leadPlayer: LeadPlayer;
  /** Free text for the course, unchanged. Absent if the agency sent none. */
  specialRequests?: string;
  /** Moment of creation, in UTC. */
  createdAt: string;
  /** Moment of the cancellation, in UTC. Present only in a cancelled booking. */
  cancellationDate?: string;
  /** Why the course declined, in its words. Present only if the course declined. */
  cancellationReason?: string;
};

/** A tee time that the agency keeps for 14 days. */
export type BookingHook = {
  /** Names the hook when the agency confirms or releases it. */
  id: string;
  status: BookingHookStatus;
  /** Course document id, as `searchCourses` returns it. */
  courseId: string;
  /** Day of play, in the time zone of the course. */
  date: string;
  /** Tee time, `HH:MM`, in the time zone of the course. */
  teeTime: string;
  /** Number of players, 1 to 4, the lead player included. */
  players: number;
  /** Reference of the agency, unchanged. Absent if the agency sent none. */
  agencyBookingReference?: string;
  /** Moment the places return to sale, in UTC. It is 14 days after the creation, or the tee time if that is earlier. */
  expiresAt: string;
  /** Moment of the creation, in UTC. */
  createdAt: string;
};

/** A booking hook in the form of the answer to its creation, with its present status and its agency. */
export type BookingHookRecord = BookingHook & {
  /** Name of the agency that created the object. */
  agency: string;
  /** Id of the booking that the confirmation created. Absent before the confirmation. */
  bookingId?: string;
};

/** A page of booking hooks under `data`. */
export type BookingHookRecordListAnswer = {
  /** The booking hooks, newest first. */
  data: BookingHookRecord[];
  meta: RecordPage;
};

/** `held`: the service keeps the places. `confirmed`: the hook became a booking. `released`: the agency gave the places back. `expired`: the time of the hook ran out. The last three are final. */
export type BookingHookStatus = "held" | "confirmed" | "released" | "expired";

/** A booking in the form of `GET /travel/bookings/{id}`, and its agency. */
export type BookingRecord = Booking & {
  /** Name of the agency that created the object. */
  agency: string;
};

/** A page of bookings under `data`. */
export type BookingRecordListAnswer = {
  /** The bookings, newest first. */
  data: BookingRecord[];
  meta: RecordPage;
};

/** `confirmed`: the agency has the tee time. `pending`: the course has not answered yet. `cancelled`: the agency cancelled, or the course declined. */
export type BookingStatus = "confirmed" | "pending" | "cancelled";

/** A call of the control plane that the history did not contain. The path of the call is below the address of the control plane. */
export type Change = {
  /** Method of the call. */
  method: "POST" | "PUT" | "PATCH" | "DELETE";
  /** Path of the call. The call changes the clock, a rule, a setting, a policy, the rival, the inventory or the desk. */
  path: string;
  /** Body of the call. */
  body?: Record<string, unknown> | null;
};

/** The time of a world. */
export type Clock = {
  /** A moment of the world's time, in UTC. */
  now: string;
  /** Whether the clock moves by itself. */
  mode: "ticking" | "frozen";
  /** The next events that follow only from time, in order of time, at most 100 entries. */
  upcoming: Happening[];
};

/** The changes of the clock. */
export type ClockChange = {
  /** Whether the clock moves by itself. */
  mode?: "ticking" | "frozen";
  /** A moment of the world's time, in UTC. */
  now?: string;
};

/** How the course answers a question. */
export type CourseAnswer = "confirm" | "decline" | "silent";

/** The status of a creation. */
export type CreatedStatus = "201" | "200";

/** Why the course declines. */
export type Decline = {
  /** The reason in the words of the course. */
  reason?: string;
};

/** An event on its way to one subscription. */
export type Delivery = {
  /** Id of the delivery, the `webhook-id` of its header. */
  id: string;
  /** Agency of the subscription. */
  agency: string;
  /** Id of the event. */
  eventId: string;
  /** Kind of event. */
  kind: string;
  /** Id of the subscription. */
  webhookId: string;
  /** Address of the receiver. */
  url: string;
  state: DeliveryState;
  /** Variant of the delivery that the sandbox sends on purpose. Null for a normal delivery. */
  treatment: string | null;
  /** Number of attempts since the delivery last started. */
  attempts: number;
  /** Moment of the next attempt, in UTC and in the time of the world. Null if no attempt follows. */
  nextAttemptAt: string | null;
};

/** State of a delivery. `waiting`: an attempt follows. `delivered`: the receiver answered 2xx. `failed`: no attempt follows. `dropped`: the agency removed the subscription, or a replay created the world. You can send the delivery again. */
export type DeliveryState = "waiting" | "delivered" | "failed" | "dropped";

/** The effect on the request. Exactly one member. */
export type Effect = {
  /** The sandbox refuses the request with this problem and writes nothing. */
  problem?: {
    /** Code of the problem. The code decides the status. */
    code: "forbidden" | "course_not_found" | "booking_not_found" | "hold_not_found" | "booking_hook_not_found" | "group_booking_not_found" | "webhook_not_found" | "token_invalid" | "tee_time_unavailable" | "hold_expired" | "hold_already_used" | "booking_hook_expired" | "booking_hook_closed" | "booking_hooks_not_taken" | "modification_not_allowed" | "modification_cutoff_passed" | "cancellation_cutoff_passed" | "booking_cancelled" | "course_offline" | "rate_limited" | "internal_error" | "unavailable";
    /** Value of Retry-After for `rate_limited` and `unavailable`. */
    retryAfterSeconds?: number;
    /** Form of Retry-After, by default `seconds`. HTTP also allows a date. The contract of the interface does not allow a date, but a gateway may send a date. */
    retryAfterForm?: "seconds" | "date";
  };
  /** The answer has this status and a text, like the answer of a gateway. The sandbox sends a text that begins with `<` as HTML, and any other text as plain text. */
  status?: {
    /** Status code of the answer. */
    status: number;
    /** Text of the answer. */
    body?: string;
  };
  /** The request gets its usual answer, but later. */
  latency?: {
    /** The delay of the answer. */
    milliseconds: number;
  };
  /** The connection ends without an answer. */
  drop?: {
    /** Whether the connection ends before or after the request takes effect. */
    when: "before" | "after";
  };
  /** The request takes effect, and the sandbox spoils the body of its answer. */
  malformed?: {
    /** How the sandbox spoils the body. */
    form: "truncated" | "not_json" | "empty" | "wrong_types";
  };
  /** This number of matching requests passes. The sandbox refuses every further request with 429. The quota never refills: `Retry-After` has its largest value, 2147483647, until you remove the rule. */
  quota?: {
    /** Number of requests that pass. */
    requests: number;
  };
  /** Just before the request takes effect, another agency takes the places that the request wants. The rule acts on requests that name a tee time: bookings, holds and booking hooks. For a group it takes the places of every tee time of the day. */
  rival?: {
    /** How many places stay free. 0 by default. */
    leave?: number;
  };
  /** Just before the request takes effect, the green fee of its tee time changes. The rule acts on bookings, holds and booking hooks at online courses. */
  price?: {
    /** The new green fee in percent of the present green fee. */
    percent: number;
  };
  /** The sandbox sends the deliveries of an event later, or in another way than usual. */
  delivery?: {
    /** Variant of the deliveries that the sandbox sends. */
    variant?: "valid" | "wrong_secret" | "stale_timestamp" | "future_timestamp" | "bad_signature" | "tampered_body" | "hex_signature" | "unsigned" | "duplicate" | "unknown_event" | "unknown_member" | "rotated_secrets";
    /** The delay of the deliveries, in the time of the world. */
    delaySeconds?: number;
  };
};

/** How a member without a value appears. */
export type EmptyMembers = "absent" | "null";

/** The body of an answer to a failed request. */
export type ErrorBody = "problem" | "envelope" | "text" | "empty";

/** A change of an object that the sandbox reports. */
export type Event = {
  /** Id of the event. */
  id: string;
  /** Number of the event in the world. The first is 1. */
  number: number;
  /** Agency of the object. */
  agency: string;
  /** Kind of event. */
  kind: string;
  /** Id of the object. */
  objectId: string;
  /** Moment of the event, in UTC and in the time of the world. */
  at: string;
  /** The member `data` of the deliveries of this event. */
  facts: Record<string, unknown>;
};

/** Kind of event. */
export type EventKind = "booking.confirmed" | "booking.cancelled" | "booking.modified" | "group_booking.confirmed" | "group_booking.failed" | "group_booking.cancelled" | "booking_hook.confirmed" | "booking_hook.released" | "booking_hook.expired";

/** A summary of one request and its answer. */
export type Exchange = {
  /** Number of the exchange. Later exchanges have higher numbers. */
  number: number;
  /** Id of the request. */
  requestId: string;
  /** Agency that sent the request. */
  agency: string;
  /** Id of the operation. */
  operation: string;
  /** Method of the request. */
  method: string;
  /** Path of the request. */
  path: string;
  /** Query string of the request. */
  query: string;
  /** Status of the answer. 0 means that the sandbox cut the connection. */
  status: number;
  /** Code of the problem. Null for a success. */
  code: string | null;
  /** Why the sandbox refused the request. Null for a success. */
  sentence: string | null;
  /** Moment at which the request arrived, in UTC on the clock of the machine. */
  sentAt: string;
  /** The time of the world, in UTC. Null if the request read no state. */
  worldTime: string | null;
  /** Duration of the answer. */
  milliseconds: number;
  /** Ids of the events that the request caused. */
  events: string[];
  /** Rules and reserved names that acted on the request. */
  rules: string[];
};

/** The reason for an answer. A member without a value is absent. */
export type Explanation = {
  /** Number of the exchange. */
  number: number;
  /** Status of the answer. */
  status: number;
  /** Code of the problem. Absent for a success. */
  code?: string;
  /** The `detail` that the caller got. */
  sentence: string;
  /** The rule in words. Absent for a success. */
  rule?: string;
  /** The row of the state table that decided, with its source. Absent if no state table decided. */
  decidedBy?: string;
  /** Where the contract states the rule. */
  contract: string[];
  /** The facts that decided, under the names of the contract. The name of a number contains the word places or players, or the unit of the number, such as `timeLeftMinutes`. A request that does not match the contract has one fact, `wrong`. This fact lists every mistake with its place, member, pointer and keyword of the contract. */
  facts: Record<string, unknown>;
  /** The values that the sandbox would have accepted, by member. Each is a value, or a bound such as `atMost`, `oneOf` or `format`. `oneOf` lists every accepted value. `nearest` lists the accepted values that are nearest to the sent value; the sandbox accepts others too. These values follow only from the facts. The member is absent if the facts are not enough. */
  accepted?: Record<string, unknown>;
  /** Rules and reserved names that acted on the request. */
  rules: string[];
  /** Ids of the events that the request caused. */
  events: string[];
};

/** A world as one document. */
export type Export = {
  /** Version of the form of this document. */
  format: number;
  /** Version of the program that wrote the document. */
  teesheet: string;
  /** Version of the contract that the sandbox served. */
  contract: string;
  /** Name of a world, the second part of a key. */
  world: string;
  /** Digest of `content` with sorted members and without spaces. */
  sha256: string;
  /** The content of the world. */
  content: {
    /** Seed of the golf courses of its bookings. */
    coursesSeed: number;
    /** Seed of a world. Ids and references follow from the seed and the name of the world. */
    seed: number;
    /** Clock of the world. */
    clock: {
      /** Whether the clock moves by itself. */
      mode: "ticking" | "frozen";
      /** Time of the clock, in seconds since 1970 UTC. */
      now: number;
    };
    /** Settings of the world, as JSON in a text. */
    settings: string;
    /** How many rules wait for a request. */
    rules: number;
    /** Every table of a world, in a fixed order. */
    tables: TableRows[];
  };
};

/** The copy to create. */
export type Fork = {
  /** Name of a world that does not exist yet. The name `self` is not allowed, because `self` means the world of the key. */
  name: string;
};

/** The facts of a golf course that you need to find a tee sheet. */
export type FoundCourse = {
  /** Course document id. */
  id: string;
  /** Booking code. */
  bookingCode: string;
  /** Name of the course. */
  name: string;
  /** City of the course. */
  city: string;
  /** Country of the course as a code of ISO 3166-1 alpha-2. */
  country: string;
  /** Whether the course has a live tee sheet. */
  isOnline: boolean;
  /** The known behaviour of the course, which the README explains. Null for an ordinary course. */
  trait: string | null;
  /** IANA time zone of the days and tee times of the course. */
  timeZone: string;
  /** Currency of the prices as a code of ISO 4217. */
  currency: string;
  /** Greatest number of players in a booking. */
  maxPlayersPerBooking: number;
  /** How many days ahead the course accepts bookings. */
  maxDaysInAdvance: number;
  /** Hours before the tee time at which self-service cancellation ends. */
  cancellationCutoffHours: number;
};

/** The courses under `data`, and the number of matching courses under `meta`. */
export type FoundCourseListAnswer = {
  /** The courses. */
  data: FoundCourse[];
  /** The size of the whole result. */
  meta: {
    /** Number of all matching courses. */
    total: number;
  };
};

/** Which endpoint to grade. */
export type GauntletRequest = {
  /** Id of a subscription. */
  webhookId?: string;
  /** Address of the endpoint. */
  url?: string;
  /** Secret with which the endpoint verifies signatures. */
  secret?: string;
};

/** The grade of the endpoint for one item. */
export type Grade = {
  /** Name of the item. */
  name: string;
  /** The delivery that the sandbox sent. */
  summary: string;
  /** What a good receiver does. */
  expected: string;
  /** What this endpoint did. */
  happened: string;
  /** The grade. */
  verdict: "good" | "warning" | "bad" | "inconclusive";
  /** Advice for the endpoint. */
  advice: string;
};

/** The grades of an endpoint. */
export type Grades = {
  /** Whether every item is good or a warning. */
  passed: boolean;
  /** One grade for each item, in the order of sending. */
  grades: Grade[];
};

/** A group booking of the agency. Tee times and price appear once the service has found them. */
export type GroupBooking = {
  /** Names the group booking in later requests and in deliveries. */
  id: string;
  status: GroupBookingStatus;
  /** Number of players, the lead player included. */
  totalPlayers: number;
  /** Course document id, as `searchCourses` returns it. */
  courseId: string;
  /** Day of play, in the time zone of the course. */
  date: string;
  /** Moment of the creation, in UTC. */
  createdAt: string;
  /** Tee time nearest to which the group wants to start, `HH:MM`, in the time zone of the course. */
  preferredTime?: string;
  /** The contact person of the group, who is also a player. */
  leadPlayer?: LeadPlayer;
  /** Reference of the agency, unchanged. Absent if the agency sent none. */
  agencyBookingReference?: string;
  /** Free text for the course, unchanged. Absent if the agency sent none. */
  specialRequests?: string;
  /** Tee times of the group, in order of time. Together they hold `totalPlayers`. */
  teeTimes?: GroupTeeTime[];
  /** Price of the whole group, net of VAT. */
  pricing?: GroupPricing;
  /** The named players, in the order in which the agency sent them. */
  playerList?: GroupPlayer[];
  /** Why the group did not get its tee times. Present if `status` is `failed`. */
  failureReason?: string;
  /** Moment of the last change, in UTC. */
  updatedAt?: string;
};

/** A group booking in the form of `GET /travel/group-bookings/{id}`, and its agency. */
export type GroupBookingRecord = GroupBooking & {
  /** Name of the agency that created the object. */
  agency: string;
};

/** A page of group bookings under `data`. */
export type GroupBookingRecordListAnswer = {
  /** The group bookings, newest first. */
  data: GroupBookingRecord[];
  meta: RecordPage;
};

/** `processing`: the service looks for tee times. `pending`: an offline course has not answered yet. `confirmed`: the group has its tee times. `failed`: the service found no tee times, or the course declined. `failureReason` says why. `cancelled`: the course cancelled a confirmed group. */
export type GroupBookingStatus = "processing" | "pending" | "confirmed" | "failed" | "cancelled";

/** A player with the name that the golf course expects. */
export type GroupPlayer = {
  /** First name, 1 to 100 characters. */
  firstName: string;
  /** Last name, 1 to 100 characters. */
  lastName: string;
  /** E-mail address, at most 254 characters. */
  email?: string;
  /** Handicap index, at most 54. A plus handicap is a negative number. */
  handicap?: number;
};

/** Price of a group, net of VAT. The subtotal is the green fee times the number of players, and the total is the subtotal without the discount. */
export type GroupPricing = {
  /** Currency code, ISO 4217. */
  currency: string;
  /** Green fees of all players before the discount, net of VAT. */
  subtotal: number;
  /** Discount in percent, 5 from 8 players, 10 from 16, otherwise 0. */
  discountPercent: number;
  /** Amount that the discount takes off the subtotal. */
  discount: number;
  /** Amount that the agency pays for the group, net of VAT. */
  total: number;
};

/** A tee time at which some players of the group begin. */
export type GroupTeeTime = {
  /** Tee time, `HH:MM`, in the time zone of the course. */
  time: string;
  /** How many players of the group begin at this tee time. */
  players: number;
};

/** An event that follows only from time. */
export type Happening = {
  /** A moment of the world's time, in UTC. */
  at: string;
  /** Kind of event. */
  kind: string;
  /** Id of the object of the event. */
  id: string;
};

/** Place of the hold id in a booking request, holdId or X-Hold-Id. */
export type HoldIdPlace = "body" | "header";

/** An inbox with arrivals. */
export type Inbox = {
  /** Name of an inbox. */
  name: string;
  /** Number of requests in the inbox. */
  arrivals: number;
};

/** A resource and its operations. */
export type IndexedResource = {
  /** Address of the resource. A name in braces is a parameter. */
  href: string;
  /** Whether the address has names in braces. */
  isTemplate: boolean;
  /** Operations of the resource. */
  operations: ({
    /** Method of the request. */
    method: string;
    /** Id of the operation in the document. */
    operationId: string;
    /** Summary of the operation. */
    summary: string;
  })[];
};

/** A running sandbox. */
export type Info = {
  /** Version of this program. */
  teesheet: string;
  /** The served contract. */
  contract: {
    /** Title of the contract. */
    title: string;
    /** Version of the contract. */
    version: string;
    /** Digest of `/openapi.json` as the server sends it. */
    sha256: string;
  };
  /** Path at which the booking interface begins. */
  basePath: string;
  /** Seed of the courses and tee sheets. Ids follow from the seed and the name of the world. */
  seed: number;
  /** The source of webhook secrets and of the keys of tokens. `derived` secrets follow from the seed and the name of the world: everybody can compute a derived secret, so a derived secret protects nothing. `random` secrets also follow from a random secret in the database. */
  secrets: "derived" | "random";
  /** Number of courses. */
  courses: number;
  /** Kind of database. */
  database: string;
  /** How the sandbox answers the operations of the interface. */
  operations: {
    /** Operations that read or change state. */
    stateful: string[];
    /** Operations without code, which the sandbox answers from the examples of the contract. */
    answeredFromExamples: string[];
  };
  /** Failures of this process since its start. */
  faults: {
    /** Answers that the sandbox did not send, because they broke the contract. */
    responseContractViolations: number;
    /** Requests that failed inside the sandbox. */
    internalErrors: number;
  };
};

/** Id of an operation of the booking interface. */
export type InterfaceOperation = "searchCourses" | "getCourse" | "getCoursePricing" | "getCourseTerms" | "listTeeTimes" | "checkAvailability" | "holdTeeTime" | "createBooking" | "listBookings" | "getBooking" | "updateBooking" | "cancelBooking" | "createBookingHook" | "confirmBookingHook" | "releaseBookingHook" | "createGroupBooking" | "getGroupBooking" | "updateGroupBookingPlayers" | "findGroupSlots" | "calculateGroupPrice" | "validateGroupBooking" | "createWebhook" | "listWebhooks" | "updateWebhook" | "deleteWebhook" | "createToken" | "refreshToken" | "revokeToken";

/** Status of an answer to an invalid request, 400 or 422. `split` uses both. */
export type InvalidStatus = "split" | "400" | "422";

/** The numbers of checked objects, and the violations. */
export type Invariants = {
  /** Whether every rule holds. */
  holds: boolean;
  /** How many objects of each kind the sandbox checked. */
  checked: {
    /** Entries of the ledger that take places. */
    takings: number;
    /** Bookings. */
    bookings: number;
    /** Tee-time holds. */
    teeTimeHolds: number;
    /** Booking hooks. */
    bookingHooks: number;
    /** Group bookings. */
    groupBookings: number;
    /** Timers. */
    timers: number;
    /** Events. */
    events: number;
    /** Deliveries. */
    deliveries: number;
  };
  /** Number of violations. */
  total: number;
  /** The violations, at most 100 entries. */
  violations: ({
    /** Name of the rule. */
    rule: string;
    /** Id or name of the object that breaks the rule. */
    object: string;
    /** The violation in words. */
    detail: string;
  })[];
};

/** How a tee time differs from the sheet of its course. */
export type Inventory = {
  /** Course document id. */
  courseId: string;
  /** Day of play. */
  date: string;
  /** Tee time. */
  teeTime: string;
  /** How many places the inventory blocks. */
  blocked: number;
  /** Net price per player in the currency of the course. Null if the price of the sheet applies. */
  greenFee: number | null;
};

/** A change of a tee time. */
export type InventoryChange = {
  /** Course document id. */
  courseId: string;
  /** Day of play. */
  date: string;
  /** Tee time. */
  teeTime: string;
  /** Number of blocked places, 0 for none. */
  blocked?: number;
  /** Net price per player in the currency of the course. The sandbox rounds the price to two decimals. Null restores the price of the sheet. */
  greenFee?: number | null;
};

/** The contact person of the booking, in the form of answers. */
export type LeadPlayer = {
  /** First name, 1 to 100 characters. */
  firstName: string;
  /** Last name, 1 to 100 characters. */
  lastName: string;
  /** E-mail address, at most 254 characters. */
  email: string;
  /** Phone number. No answer of the sandbox shows it. */
  phone?: string;
};

/** One call of the control plane that changed the world. */
export type Lever = {
  /** Number of the lever. Later levers have higher numbers. */
  number: number;
  /** Agency whose key sent the call. */
  agency: string;
  /** Id of the operation in the document of the control plane. */
  operation: string;
  /** Method of the call. */
  method: string;
  /** Path of the call. */
  path: string;
  /** The body of the call. Null if the call has no body. */
  body: Record<string, unknown> | null;
  /** The time of the world before the call, in UTC. */
  at: string;
  /** The time of the world after the call, in UTC. This time differs if the call moved the clock. */
  until: string;
  /** Moment at which the call arrived, in UTC on the clock of the machine. */
  sentAt: string;
};

/** The requests that the rule matches. Without members, the rule matches all requests. */
export type Match = {
  /** Ids of operations of the booking interface. */
  operations?: InterfaceOperation[];
  /** Kinds of event, for a rule on deliveries. */
  events?: EventKind[];
  /** Matches only the requests, or the events, of this agency. */
  agency?: string;
};

/** A redacted request or answer. */
export type Message = {
  /** Pairs of name and value. */
  headers: string[][];
  /** The body as text, at most 16384 characters. `teesheet serve --journal-body` sets another limit. */
  body: string;
  /** Length of the whole body. */
  bodyBytes: number;
  /** Whether the journal keeps only the beginning of the body. */
  isTruncated: boolean;
};

/** A golf course with a known behaviour. */
export type NamedCourse = {
  /** Name of the behaviour. */
  behaviour: string;
  /** What the course does. */
  summary: string;
  /** Course document id. */
  id: string;
  /** Booking code of the course. */
  bookingCode: string;
  /** Name of the course. */
  name: string;
  /** Time zone of the dates and tee times of the course. */
  timeZone: string;
};

/** A header of an answer or a request. */
export type NamedValue = {
  /** Name of the header. */
  name: string;
  /** Value of the header. */
  value: string;
};

/** How a course answers. */
export type NewPolicy = {
  answer: CourseAnswer;
  /** Minutes from the question to the answer. */
  afterMinutes?: number;
  /** Why the course declines. */
  reason?: string;
};

/** Greatest number of requests of an agency in a window of time. */
export type NewRateLimit = {
  /** Number of requests in a window. */
  requests: number;
  /** Length of the window, by the clock of the world. */
  seconds: number;
};

/** A snapshot to take. */
export type NewSnapshot = {
  /** Name of a snapshot. */
  name: string;
};

/** A world to create. */
export type NewWorld = {
  /** Name of a world that does not exist yet. The name `self` is not allowed, because `self` means the world of the key. */
  name: string;
  /** Seed of a world. Ids and references follow from the seed and the name of the world. */
  seed?: number;
};

/** The answer to a step. */
export type Outcome = {
  /** Status of the answer. 0 if the sandbox cut the connection. */
  status: number;
  /** Body of the answer in the form of the journal, without personal data. */
  body: string;
  /** Why the sandbox refused the step. Null if it did not refuse the step. */
  sentence: string | null;
};

/** How the sandbox answers a page, pageSize, distance or players out of bounds. */
export type PageSize = "refuse" | "clamp";

/** Whether an agency can cancel a pending booking. */
export type PendingCancel = "accept" | "refuse";

/** How a course answers in this world. */
export type Policy = {
  /** Id of the course, or `*` for every other course. */
  courseId: string;
  answer: CourseAnswer;
  /** Minutes from the question to the answer. */
  afterMinutes: number;
  /** Why the course declines. Null if the course gives no reason. */
  reason: string | null;
};

/** Greatest number of requests of an agency in a window of time. */
export type RateLimit = {
  /** Number of requests in a window. */
  requests: number;
  /** Length of the window, by the clock of the world. */
  seconds: number;
};

/** The number of this page, and the number of entries on all pages. */
export type RecordPage = {
  /** Number of the page. */
  page: number;
  /** Greatest number of entries on a page. */
  limit: number;
  /** Number of entries on all pages. */
  total: number;
};

/** The moment at which the missed events begin. */
export type Recovery = {
  /** Moment of the first event, in UTC and in the time of the world. */
  since: string;
};

/** Both histories. */
export type Replay = {
  /** Why there is no comparison. Null if there is a comparison. */
  reason: string | null;
  /** Moment at which the replayed history begins. */
  begins: string | null;
  /** Number of steps from this moment to the chosen row. */
  before: number;
  /** Duration of the replay. */
  milliseconds: number;
  /** Place of the first row that differs. The first place is 0. Null without a difference. */
  firstDifference: number | null;
  /** Number of rows that differ. */
  differences: number;
  /** Whether the last row is the newest step of the world. */
  reachesNow: boolean;
  /** Name of the new world with the changed history. Null without `keepAs`, and without a comparison. */
  kept: string | null;
  /** The chosen row and the rows after it, in order of time. */
  rows: ReplayedStep[];
};

/** The row at which the two histories part, and the change. */
export type ReplayRequest = {
  /** Number of the request in the journal. */
  request?: number;
  /** Number of the lever. */
  lever?: number;
  change?: Change;
  /** Greatest number of steps to compare. 200 by default. */
  limit?: number;
  /** Name of a world that does not exist yet. The name `self` is not allowed, because `self` means the world of the key. */
  keepAs?: string;
};

/** A request or a lever, with its outcome in both histories. */
export type ReplayedStep = {
  /** Whether the step is a request or a lever. */
  kind: "request" | "lever";
  /** Number of the step in the journal or among the levers. */
  number: number;
  /** Agency that sent the request or the lever. */
  agency: string;
  /** Id of the operation. */
  operation: string;
  /** Method of the request. */
  method: string;
  /** Path of the request. */
  path: string;
  /** Query string of the request. */
  query: string;
  /** The time of the world before the step, in UTC. Null if the step did not read the clock. */
  at: string | null;
  /** Body of the request. Empty without a body. */
  sent: string;
  /** Whether the two outcomes are the same bytes, except for `Date`. `not_repeated`: the replay did not repeat the answer in the journal, so the sandbox does not compare this step. */
  verdict: "same" | "different" | "not_repeated";
  then: Outcome;
  now: Outcome;
};

/** The bookings of the rival. */
export type Rival = {
  /** Agency that has the bookings. */
  agency: string;
  /** Number of places that the rival took. */
  taken: number;
  /** Number of places that are free now. */
  free: number;
  /** The bookings of the rival. Empty if no place was free. */
  bookings: ({
    /** Id of the booking. */
    id: string;
    /** Number of players. */
    players: number;
  })[];
};

/** The tee time whose places the rival takes. */
export type RivalRequest = {
  /** Course document id. */
  courseId: string;
  /** Day of play. */
  date: string;
  /** Tee time. */
  teeTime: string;
  /** How many places stay free, at most as many as are free now. */
  leave?: number;
};

/** A rule and how often it acted. */
export type Rule = {
  /** Id of the rule. */
  id: string;
  /** The requests that the rule matches, as the caller sent them. */
  match: Record<string, unknown>;
  /** The effect on a request, as the caller sent it. */
  effect: Record<string, unknown>;
  /** How many matching requests pass first. */
  skip: number;
  /** How often the rule acts at most. Null means no limit. */
  times: number | null;
  /** Share of the matching requests that the rule acts on. */
  probability: number;
  /** Seed of the draws. */
  seed: number;
  /** Number of requests that the rule has matched. */
  met: number;
  /** Number of requests on which the rule has acted. */
  acted: number;
};

/** A new rule. */
export type RuleRequest = {
  match?: Match;
  effect: Effect;
  /** How many matching requests pass first. 0 by default. */
  skip?: number;
  /** How often the rule acts at most. By default there is no limit. */
  times?: number | null;
  /** Share of the matching requests that the rule acts on, which `seed` decides. 1 by default. */
  probability?: number;
  /** Seed of the draws. 0 by default. */
  seed?: number;
};

/** How the sandbox answers a second cancellation. */
export type SecondCancel = "same" | "refuse";

/** A contract as the server serves it. */
export type ServedContract = {
  /** The file of the contract. Absent for the packaged contract. */
  file?: string;
  /** Title of the contract. */
  title: string;
  /** Version of the contract. */
  version: string;
  /** Digest of `/openapi.json` as the server sends it. */
  sha256: string;
  /** Path at which the booking interface begins. */
  basePath: string;
  /** Operations of the contract. */
  operations: ({
    /** Id of the operation. */
    operationId: string;
    /** Method of the operation. */
    method: string;
    /** Path of the operation below the base path. */
    path: string;
  })[];
  /** Operations that the code of the sandbox cannot serve. They always answer from the examples of the contract. */
  answeredFromExamples: ({
    /** Id of the operation. */
    operationId: string;
    /** Why the code cannot serve the operation. */
    reason: string;
  })[];
  /** Operations with code whose answers this process replaced by an example, because the contract does not allow them. The sandbox wrote nothing for a replaced answer. */
  replacedAnswers: ({
    /** Id of the operation. */
    operationId: string;
    /** How many answers the sandbox replaced. */
    count: number;
    /** Why the sandbox replaced the last answer. */
    reason: string;
  })[];
};

/** The settings of a world. */
export type Settings = {
  alternatives: Alternatives;
  /** The limit of requests. Null without a limit. */
  rateLimit: RateLimit | null;
  signatureClock: SignatureClock;
  /** Whether the journal records the exchanges of the world. */
  journal: boolean;
};

/** The settings that change. */
export type SettingsChange = {
  alternatives?: AlternativesChange;
  /** The limit of requests. Null removes the limit. */
  rateLimit?: NewRateLimit | null;
  signatureClock?: SignatureClock;
  /** Whether the journal records the exchanges of the world. */
  journal?: boolean;
};

/** Clock that `webhook-timestamp` shows in signed deliveries. `wall`, the default, is the clock of the machine. A receiver that refuses old and future timestamps then accepts the delivery, even if the clock of the world has moved. `world` is the clock of the world, for a receiver that also reads that clock. The `timestamp` in the payload always shows the time of the world. */
export type SignatureClock = "wall" | "world";

/** A received delivery. The body is in `body` or in `bodyBase64`. The secret is in `secret`, or it is the secret of a subscription. */
export type SignatureQuestion = {
  /** The body as text, exactly as it arrived. */
  body?: string;
  /** The body as bytes in base64. */
  bodyBase64?: string;
  /** The received headers. Their names match in any case. */
  headers: Record<string, string>;
  /** The secret of the signature. */
  secret?: string;
  /** Subscription with the secret of the signature. */
  webhookId?: string;
  /** Moment for which the sandbox judges the timestamp, in UTC. By default it is the present time of the clock that signs deliveries. */
  now?: string;
};

/** The verdict on the delivery. */
export type SignatureVerdict = {
  /** Whether a receiver accepts the delivery. */
  valid: boolean;
  /** The mistake that explains the failure. Null for a valid delivery. */
  reason: "header_missing" | "secret_malformed" | "timestamp_not_a_number" | "timestamp_in_milliseconds" | "timestamp_stale" | "timestamp_in_future" | "prefix_missing" | "hex_signature" | "base64_of_hex" | "secret_not_decoded" | "secret_prefix_kept" | "other_secret" | "other_id" | "parts_missing" | "body_reserialised" | "unexplained" | null;
  /** The mistake, and how to correct it. */
  detail: string;
};

/** A stored world. */
export type Snapshot = {
  /** Name of a snapshot. */
  name: string;
  /** A moment of the world's time, in UTC. */
  takenAt: string;
  /** Size of the snapshot. */
  bytes: number;
};

/** A table, with the rows of the world. */
export type TableRows = {
  /** Name of the table. */
  name: string;
  /** Names of the columns of the table. */
  columns: string[];
  /** The rows of the table, in the order of their keys. */
  rows: Value[][];
};

/** The states of the places of a tee time. */
export type TeeTimeAccount = {
  /** Tee time. */
  teeTime: string;
  /** Net price for one player in the currency of the course. */
  greenFee: number;
  /** Number of places of the tee time. */
  capacity: number;
  /** Places that the sheet does not offer. */
  blockedOnSheet: number;
  /** Places in tee-time holds. */
  held: number;
  /** Places in booking hooks. */
  hooked: number;
  /** Places in bookings. */
  booked: number;
  /** Places in group bookings. */
  grouped: number;
  /** Places that the inventory blocks. */
  blocked: number;
  /** Places on sale. */
  free: number;
  /** The owners of places. */
  owners: ({
    /** Id of a hold, hook, booking, group or block. */
    owner: string;
    /** State of the places: held, hooked, booked, grouped or blocked. */
    kind: string;
    /** Agency of the owner. Null for a block. */
    agency: string | null;
    /** Last name of the lead player. Null for a hold and for a block. */
    lastName: string | null;
    /** Number of places of the owner. */
    places: number;
    /** Moment at which the places return to sale by themselves, in UTC. Null if they do not return by themselves. */
    expiresAt: string | null;
  })[];
};

/** A tee-time hold. Its places are off sale until it expires. */
export type TeeTimeHold = {
  /** Id of the hold. Send it as `holdId` with the booking. */
  holdId: string;
  /** Course document id, as `searchCourses` returns it. */
  courseId: string;
  /** Day of play, in the time zone of the course. */
  date: string;
  /** Tee time, `HH:MM`, in the time zone of the course. */
  time: string;
  /** How many places the hold keeps for the agency, 1 to 4. */
  players: number;
  /** Moment the places return to sale, in UTC. It is 15 minutes after the request. */
  holdExpiration: string;
  pricing: TeeTimeHoldPricing;
};

/** The price of the held places, net of VAT. */
export type TeeTimeHoldPricing = {
  /** Currency code, ISO 4217. */
  currency: string;
  /** Price for one player, net of VAT. */
  greenFee: number;
  /** Green fee times the number of places held, net of VAT. */
  totalAmount: number;
};

/** A tee-time hold in the form of the answer to its creation, its agency and its status. */
export type TeeTimeHoldRecord = TeeTimeHold & {
  /** Name of the agency that created the object. */
  agency: string;
  /** Status of the hold. Only an active hold has places. */
  status: "active" | "completed" | "expired";
  /** Moment of the creation, in UTC. */
  createdAt: string;
  /** Id of the booking that completed the hold. Absent before the booking. */
  bookingId?: string;
};

/** A page of tee-time holds under `data`. */
export type TeeTimeHoldRecordListAnswer = {
  /** The tee-time holds, newest first. */
  data: TeeTimeHoldRecord[];
  meta: RecordPage;
};

/** One value of a row. */
export type Value = string | number | null;

/** The expected match, and the time limit. */
export type WaitRequest = {
  for: Wanted;
  /** Time limit, in real time. 10 by default. */
  timeoutSeconds?: number;
};

/** A question to a golf course. */
export type Waiting = {
  /** Id of the booking or group. */
  id: string;
  /** Kind of object, `booking` or `group_booking`. */
  kind: string;
  /** Agency that asked. */
  agency: string;
  /** Status of the booking or group. */
  status: string;
  /** The course of the question. */
  course: {
    /** Course document id. */
    id: string;
    /** Name of the course. */
    name: string;
  };
  /** Day of play. */
  date: string;
  /** Tee time of a booking or preferred tee time of a group. */
  teeTime: string;
  /** Number of players. */
  players: number;
  /** Moment at which the course answers by itself, in UTC. Null if the course stays silent, or has answered. */
  courseAnswersAt: string | null;
};

/** Exactly one member. */
export type Wanted = {
  /** An event of the world. */
  event?: {
    /** Kind of event. */
    kind?: string;
    /** Id of the object of the event. */
    about?: string;
    /** Matches only entries after this number. */
    after?: number;
  };
  /** A delivery of a webhook. */
  delivery?: {
    /** State of the delivery. */
    state?: "waiting" | "delivered" | "failed" | "dropped";
    /** Kind of the event of the delivery. */
    kind?: string;
    /** Matches only entries after this number. */
    after?: number;
  };
  /** A request to the booking interface. */
  request?: {
    operation?: InterfaceOperation;
    /** Status of the answer. */
    status?: number;
    /** Matches only entries after this number. */
    after?: number;
  };
  /** A status of a booking, a booking hook or a group booking. */
  state?: {
    /** Id of the object. */
    id: string;
    /** Status that the object reaches. */
    status: string;
  };
};

/** A subscription. Only the answer to its creation shows the secret. */
export type Webhook = {
  /** Names the subscription when the agency changes or removes it. */
  id: string;
  /** HTTPS address that receives the deliveries. */
  url: string;
  /** Kinds of event that the subscription receives, each named once. */
  events: string[];
  /** Free text of the agency, at most 2000 characters. */
  description?: string;
  /** Whether the service sends deliveries. A receiver that answers 410 sets it to false. */
  isActive: boolean;
  /** Moment of the creation, in UTC. */
  createdAt: string;
};

/** A subscription in the form of `GET /webhooks`, and its agency. */
export type WebhookRecord = Webhook & {
  /** Name of the agency that created the object. */
  agency: string;
};

/** A page of subscriptions under `data`. */
export type WebhookRecordListAnswer = {
  /** The subscriptions, newest first. */
  data: WebhookRecord[];
  meta: RecordPage;
};

/** One request and its answer, with headers and bodies. */
export type WholeExchange = Exchange & {
  request: Message;
  response: Message;
  /** Why the sandbox refused the request. Null for a success. */
  explanation: Record<string, unknown> | null;
};

/** A world. */
export type World = {
  /** Name of a world, the second part of a key. */
  name: string;
  /** Seed of a world. Ids and references follow from the seed and the name of the world. */
  seed: number;
  /** Clock of the world. */
  clock: {
    /** A moment of the world's time, in UTC. */
    now: string;
    /** Whether the clock moves by itself. */
    mode: "ticking" | "frozen";
  };
  /** Moment of the first use of the world, in UTC on the clock of the machine. */
  createdAt: string;
  /** Numbers of objects that the world has created since it began. */
  made: {
    /** Bookings. */
    bookings: number;
    /** Tee-time holds. */
    teeTimeHolds: number;
    /** Booking hooks. */
    bookingHooks: number;
    /** Group bookings. */
    groupBookings: number;
    /** Webhook subscriptions. */
    webhooks: number;
    /** Events. */
    events: number;
    /** Deliveries. */
    deliveries: number;
  };
};

/** The worlds under `data`, and their number under `meta`. */
export type WorldListAnswer = {
  /** The worlds, newest first. */
  data: World[];
  /** Facts about the list. */
  meta: {
    /** Number of worlds. */
    total: number;
    /** Greatest number of worlds that the server keeps. */
    maximum: number;
  };
};

/** A world as one document. */
export type WrittenExport = {
  /** Version of the form of this document. */
  format: number;
  /** Version of the program that wrote the document. */
  teesheet: string;
  /** Version of the contract that the sandbox served. */
  contract: string;
  /** Name of a world, the second part of a key. */
  world: string;
  /** Digest of `content` with sorted members and without spaces. */
  sha256: string;
  /** The content of the world. An import takes the same members. */
  content: Record<string, unknown>;
};

/** Find every resource of the control plane: `GET /`. Lists every resource with the address and the operations that this document declares. */
export function getIndex(): Call<{
  /** Title of the control plane. */
  title: string;
  /** Version of the control plane. */
  version: string;
  /** Address of the OpenAPI document of the control plane. */
  document: string;
  /** The resources, in the order of the document. */
  resources: IndexedResource[];
}> {
  return { method: "GET", path: `/`, form: "data" };
}

/** See whether the server can work: `GET /health`. Reads the database, and writes to it if the last write failed. */
export function getHealth(): Call<{
  /** Always `ok`. */
  status: "ok";
  /** Kind of database. */
  database: string;
  /** Number of worlds. */
  worlds: number;
  /** Number of processes. */
  workers: number;
  /** How long this process has been running. */
  uptimeSeconds: number;
}> {
  return { method: "GET", path: `/health`, form: "data" };
}

/** Get the metrics for Prometheus: `GET /metrics`. Returns the numbers of requests, outcomes, durations, events, worlds and waiting deliveries of all processes of this server. */
export function getMetrics(): Call<string> {
  return { method: "GET", path: `/metrics`, form: "text" };
}

/** See the reserved last names: `GET /magic`. A lead player with one of these last names causes a certain outcome, so a form or a generated client can test this outcome. */
export function listMagicNames(): Call<({
  /** The last name of the lead player. */
  lastName: string;
  /** The requests on which the name has an effect. */
  appliesTo: string[];
  /** Effect of the name. */
  summary: string;
})[]> {
  return { method: "GET", path: `/magic`, form: "data" };
}

/** See the courses with a known behaviour: `GET /behaviours`. Lists one course for each behaviour that a test may need, such as a course that declines. */
export function listNamedCourses(): Call<NamedCourse[]> {
  return { method: "GET", path: `/behaviours`, form: "data" };
}

/** See what this server is: `GET /info`. Returns the version, the contract, the seed, the operations with code, and the number of failures of the server. */
export function getInfo(): Call<Info> {
  return { method: "GET", path: `/info`, form: "data" };
}

/** Get a target file for the conformance suite: `GET /target`. Describes this sandbox for the conformance suite, with the world of the key or the world `demo`. */
export function getTarget(): Call<string> {
  return { method: "GET", path: `/target`, form: "text" };
}

/** Get this document: `GET /openapi.json`. Returns the OpenAPI document of the control plane in one file. */
export function getControlDocument(): Call<Record<string, unknown>> {
  return { method: "GET", path: `/openapi.json`, form: "json" };
}

/** Read the clock: `GET /clock`. Returns the time of the world, whether it moves by itself, and what happens next. */
export function getClock(): Call<Clock> {
  return { method: "GET", path: `/clock`, form: "data" };
}

/** Freeze, release or set the clock: `PUT /clock`. Changes the members in the request, and keeps the others. */
export function setClock(body: ClockChange): Call<Clock & {
  /** The events on the way, in order of time. */
  timeline: Happening[];
}> {
  return { method: "PUT", path: `/clock`, form: "data", body };
}

/** Move the clock forwards: `POST /clock/advance`. Moves the clock by a duration, to a moment, or to the next event that follows only from time. */
export function advanceClock(body: Advance): Call<Clock & {
  /** The events on the way, in order of time. */
  timeline: Happening[];
}> {
  return { method: "POST", path: `/clock/advance`, form: "data", body };
}

/** List the worlds: `GET /worlds`. Lists the worlds of this server, newest first, at most 200 worlds. */
export function listWorlds(): Call<WorldListAnswer> {
  return { method: "GET", path: `/worlds`, form: "json" };
}

/** Create a world: `POST /worlds`. Creates a world before its first use, with its own seed if the body has one. */
export function createWorld(body: NewWorld): Call<World> {
  return { method: "POST", path: `/worlds`, form: "data", body };
}

/** See a world: `GET /worlds/{world}`. Returns the seed, the clock and the numbers of objects of the world. */
export function getWorld(world: string): Call<World> {
  return { method: "GET", path: `/worlds/${segment(world)}`, form: "data" };
}

/** Remove a world: `DELETE /worlds/{world}`. Removes the world with all its objects, its snapshots and its journal. */
export function deleteWorld(world: string): Call<void> {
  return { method: "DELETE", path: `/worlds/${segment(world)}`, form: "nothing" };
}

/** Begin again: `POST /worlds/{world}/reset`. Removes everything that happened in the world: bookings, holds, webhooks, rules, settings and its clock. */
export function resetWorld(world: string): Call<{
  /** Name of a world, the second part of a key. */
  world: string;
  /** Seed of a world. Ids and references follow from the seed and the name of the world. */
  seed: number;
}> {
  return { method: "POST", path: `/worlds/${segment(world)}/reset`, form: "data" };
}

/** Copy a world: `POST /worlds/{world}/fork`. Creates a new world as a copy of this world. */
export function forkWorld(world: string, body: Fork): Call<World> {
  return { method: "POST", path: `/worlds/${segment(world)}/fork`, form: "data", body };
}

/** Export a world: `GET /worlds/{world}/export`. Returns the whole world as one document: its clock, its settings and every row of its tables. */
export function exportWorld(world: string): Call<WrittenExport> {
  return { method: "GET", path: `/worlds/${segment(world)}/export`, form: "json" };
}

/** Import a world: `POST /worlds/{world}/import`. Replaces the whole world with the content of a document. */
export function importWorld(world: string, body: Export): Call<World> {
  return { method: "POST", path: `/worlds/${segment(world)}/import`, form: "data", body };
}

/** See the snapshots: `GET /worlds/{world}/snapshots`. Lists the snapshots of the world, in order of name. */
export function listSnapshots(world: string): Call<Snapshot[]> {
  return { method: "GET", path: `/worlds/${segment(world)}/snapshots`, form: "data" };
}

/** Take a snapshot: `POST /worlds/{world}/snapshots`. Stores the present state of the world under a name. An earlier snapshot with this name is lost. */
export function takeSnapshot(world: string, body: NewSnapshot): Call<Snapshot> {
  return { method: "POST", path: `/worlds/${segment(world)}/snapshots`, form: "data", body };
}

/** Remove a snapshot: `DELETE /worlds/{world}/snapshots/{name}`. Removes a snapshot. The world does not change. */
export function deleteSnapshot(world: string, name: string): Call<void> {
  return { method: "DELETE", path: `/worlds/${segment(world)}/snapshots/${segment(name)}`, form: "nothing" };
}

/** Restore a snapshot: `POST /worlds/{world}/snapshots/{name}/restore`. Restores the state of the world at the time of the snapshot. */
export function restoreSnapshot(world: string, name: string): Call<World> {
  return { method: "POST", path: `/worlds/${segment(world)}/snapshots/${segment(name)}/restore`, form: "data" };
}

/** See the rules: `GET /rules`. Lists every rule of the world, and how often each rule acted, oldest first. */
export function listRules(): Call<Rule[]> {
  return { method: "GET", path: `/rules`, form: "data" };
}

/** Interfere from now on: `POST /rules`. The rule counts every matching request of the world. The rule acts on the request if `skip`, `times` and `probability` allow this. */
export function createRule(body: RuleRequest): Call<Rule> {
  return { method: "POST", path: `/rules`, form: "data", body };
}

/** Stop all interference: `DELETE /rules`. Removes every rule of the world. */
export function deleteRules(): Call<void> {
  return { method: "DELETE", path: `/rules`, form: "nothing" };
}

/** See a rule: `GET /rules/{id}`. Returns what the rule matches, what it does, and how often it acted. */
export function getRule(id: string): Call<Rule> {
  return { method: "GET", path: `/rules/${segment(id)}`, form: "data" };
}

/** Remove a rule: `DELETE /rules/{id}`. Removes the rule. The rule no longer acts. */
export function deleteRule(id: string): Call<void> {
  return { method: "DELETE", path: `/rules/${segment(id)}`, form: "nothing" };
}

/** See the requests and their answers: `GET /journal`. Lists the newest exchanges of the booking interface that match every parameter. The list is in order of time and has no bodies. */
export function listExchanges(query: { method?: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS"; path?: string; operation?: InterfaceOperation; status?: number; agency?: string; requestId?: string; text?: string; after?: number; limit?: number } = {}): Call<Exchange[]> {
  return { method: "GET", path: `/journal`, form: "data", query };
}

/** Empty the journal: `DELETE /journal`. Removes every exchange of the world. */
export function clearJournal(): Call<void> {
  return { method: "DELETE", path: `/journal`, form: "nothing" };
}

/** Get the journal as an HTTP archive: `GET /journal.har`. Returns an archive in the format HAR 1.2, which browsers and proxies can open. The archive contains the exchanges that match every parameter. */
export function exportHar(query: { method?: "GET" | "POST" | "PUT" | "DELETE" | "PATCH" | "HEAD" | "OPTIONS"; path?: string; operation?: InterfaceOperation; status?: number; agency?: string; requestId?: string; text?: string; after?: number; limit?: number } = {}): Call<{
  /** The log of the archive. */
  log: Record<string, unknown>;
}> {
  return { method: "GET", path: `/journal.har`, form: "json", query };
}

/** See one exchange: `GET /journal/{number}`. Returns the request and the answer with headers and bodies, the events of the request and the rules that acted on it. */
export function getExchange(number: string): Call<WholeExchange> {
  return { method: "GET", path: `/journal/${segment(number)}`, form: "data" };
}

/** See why the sandbox refused a request: `GET /journal/{number}/why`. Returns the rule that decided, the place of the rule in the contract, the facts of that moment, and the values that the sandbox would have accepted. */
export function explainExchange(number: string): Call<Explanation> {
  return { method: "GET", path: `/journal/${segment(number)}/why`, form: "data" };
}

/** See the moved levers: `GET /levers`. Lists the newest successful calls of the control plane that changed the clock, the rival, the desk, the inventory, rules, policies or settings of the world, oldest first. */
export function listLevers(query: { after?: number; limit?: number } = {}): Call<Lever[]> {
  return { method: "GET", path: `/levers`, form: "data", query };
}

/** Ask what would have happened: `POST /replay`. Plays the history of the world again in memory, from a request of the journal or from a lever. One change comes just before this request or lever. */
export function replayHistory(body: ReplayRequest): Call<Replay> {
  return { method: "POST", path: `/replay`, form: "data", body };
}

/** Wait until something has happened: `POST /wait`. Answers when a matching event, delivery, request or status exists, or when the time limit ends. */
export function waitFor(body: WaitRequest): Call<{
  /** Whether there is a match. */
  met: boolean;
  /** The matching entry. Null if the time limit ended first. */
  found: Record<string, unknown> | null;
}> {
  return { method: "POST", path: `/wait`, form: "data", body };
}

/** List the events: `GET /events`. Lists the events of every agency of the world, in the order in which they happened. */
export function listEvents(query: { after?: number; limit?: number } = {}): Call<Event[]> {
  return { method: "GET", path: `/events`, form: "data", query };
}

/** Read an event: `GET /events/{id}`. Returns the event with the ids of its deliveries. */
export function getEvent(id: string): Call<Event & {
  /** Ids of the deliveries of the event, newest first, at most 200. */
  deliveries: string[];
}> {
  return { method: "GET", path: `/events/${segment(id)}`, form: "data" };
}

/** List the deliveries: `GET /deliveries`. Lists the deliveries of every agency of the world, newest first. */
export function listDeliveries(query: { state?: DeliveryState; webhookId?: string; eventId?: string; kind?: string; limit?: number } = {}): Call<Delivery[]> {
  return { method: "GET", path: `/deliveries`, form: "data", query };
}

/** Read a delivery: `GET /deliveries/{id}`. Returns the delivery with every attempt, the bytes that the sandbox sent and signed, and each answer. */
export function getDelivery(id: string): Call<Delivery & {
  /** The body of the request. */
  body: string;
  /** Every attempt, in order. */
  log: Attempt[];
}> {
  return { method: "GET", path: `/deliveries/${segment(id)}`, form: "data" };
}

/** Send a delivery again: `POST /deliveries/{id}/redeliver`. Sends the delivery again at once under the same `webhook-id`, with all its repetitions. */
export function redeliver(id: string): Call<Delivery> {
  return { method: "POST", path: `/deliveries/${segment(id)}/redeliver`, form: "data" };
}

/** Deliver missed events: `POST /webhooks/{id}/recover`. Delivers the events since a moment that match the subscription and did not reach it, in order of time, at most 1000. */
export function recoverDeliveries(id: string, body: Recovery): Call<Delivery[]> {
  return { method: "POST", path: `/webhooks/${segment(id)}/recover`, form: "data", body };
}

/** Find out why a signature fails: `POST /signatures/verify`. Verifies the body, the headers and the secret like a receiver. */
export function verifySignature(body: SignatureQuestion): Call<SignatureVerdict> {
  return { method: "POST", path: `/signatures/verify`, form: "data", body };
}

/** List the inboxes: `GET /inbox`. Lists the inboxes of the world that have arrivals. */
export function listInboxes(): Call<Inbox[]> {
  return { method: "GET", path: `/inbox`, form: "data" };
}

/** See what arrived: `GET /inbox/{name}`. Lists the arrivals of the inbox, oldest first. */
export function readInbox(name: string): Call<Arrival[]> {
  return { method: "GET", path: `/inbox/${segment(name)}`, form: "data" };
}

/** Empty an inbox: `DELETE /inbox/{name}`. Removes the arrivals of the inbox. */
export function emptyInbox(name: string): Call<void> {
  return { method: "DELETE", path: `/inbox/${segment(name)}`, form: "nothing" };
}

/** Send to an inbox: `POST /inbox/{world}/{name}`. Accepts any body of at most 256 KiB from anybody, without a key. Use this address for a subscription. */
export function receiveInInbox(world: string, name: string, body?: string): Call<void> {
  return { method: "POST", path: `/inbox/${segment(world)}/${segment(name)}`, form: "nothing", body };
}

/** Grade an endpoint: `POST /gauntlet`. Sends a valid delivery, then forged, stale, repeated, reordered and unknown deliveries, and grades each answer. */
export function runGauntlet(body: GauntletRequest): Call<Grades> {
  return { method: "POST", path: `/gauntlet`, form: "data", body };
}

/** See the open questions to courses: `GET /desk`. Lists the bookings and groups of every agency of the world that wait for the answer of their course. Bookings come before groups, and older ones come first. */
export function listWaiting(): Call<Waiting[]> {
  return { method: "GET", path: `/desk`, form: "data" };
}

/** Confirm for the course: `POST /desk/{id}/confirm`. The golf course confirms the booking or group. */
export function confirmForCourse(id: string): Call<Waiting> {
  return { method: "POST", path: `/desk/${segment(id)}/confirm`, form: "data" };
}

/** Decline for the course: `POST /desk/{id}/decline`. The golf course declines the booking or group. The course can give a reason. */
export function declineForCourse(id: string, body?: Decline): Call<Waiting> {
  return { method: "POST", path: `/desk/${segment(id)}/decline`, form: "data", body };
}

/** Keep the course silent: `POST /desk/{id}/silence`. The course no longer answers by itself. */
export function silenceCourse(id: string): Call<Waiting> {
  return { method: "POST", path: `/desk/${segment(id)}/silence`, form: "data" };
}

/** Cancel a group for the course: `POST /desk/{id}/cancel`. The golf course cancels a group that it has confirmed. The course cannot cancel a group in another status. */
export function cancelForCourse(id: string): Call<Waiting> {
  return { method: "POST", path: `/desk/${segment(id)}/cancel`, form: "data" };
}

/** See the settings: `GET /settings`. Returns every setting of the world. */
export function getSettings(): Call<Settings> {
  return { method: "GET", path: `/settings`, form: "data" };
}

/** Change the settings: `PATCH /settings`. Changes the members in the request, and keeps the others. */
export function changeSettings(body: SettingsChange): Call<Settings> {
  return { method: "PATCH", path: `/settings`, form: "data", body };
}

/** See the policies: `GET /policies`. Lists the policies of the world, in order of course. */
export function listPolicies(): Call<Policy[]> {
  return { method: "GET", path: `/policies`, form: "data" };
}

/** Set a policy: `PUT /policies/{courseId}`. Sets how a course answers from now on. `*` sets the policy of every course without a policy of its own. */
export function setPolicy(courseId: string, body: NewPolicy): Call<Policy> {
  return { method: "PUT", path: `/policies/${segment(courseId)}`, form: "data", body };
}

/** Remove a policy: `DELETE /policies/{courseId}`. Removes the policy of a course. The course then answers in its default way. */
export function deletePolicy(courseId: string): Call<void> {
  return { method: "DELETE", path: `/policies/${segment(courseId)}`, form: "nothing" };
}

/** Let a rival take places: `POST /rival`. Creates real bookings of the agency `rival` until only `leave` places of a tee time are free. */
export function sendRival(body: RivalRequest): Call<Rival> {
  return { method: "POST", path: `/rival`, form: "data", body };
}

/** See the changed tee times: `GET /inventory`. Lists the tee times that differ from the sheet of their course, in order of course, day and time. */
export function listInventory(query: { courseId?: string; date?: string } = {}): Call<Inventory[]> {
  return { method: "GET", path: `/inventory`, form: "data", query };
}

/** Change a tee time: `PUT /inventory`. Blocks places of a tee time, sets the green fee of the tee time, or does both. */
export function changeInventory(body: InventoryChange): Call<Inventory> {
  return { method: "PUT", path: `/inventory`, form: "data", body };
}

/** Find golf courses: `GET /courses`. Lists the courses whose name, city, country, booking code or document id contains the text. */
export function findCourses(query: { text?: string; limit?: number } = {}): Call<FoundCourseListAnswer> {
  return { method: "GET", path: `/courses`, form: "json", query };
}

/** See where the places are: `GET /ledger`. Returns every tee time of a day with the state and the owner of each place. */
export function getLedger(query: { courseId?: string; date?: string } = {}): Call<{
  /** Course document id. */
  courseId: string;
  /** Day of play. */
  date: string;
  /** Every tee time of the sheet, in order of time. */
  teeTimes: TeeTimeAccount[];
}> {
  return { method: "GET", path: `/ledger`, form: "data", query };
}

/** Check the whole world: `GET /invariants`. Checks all stored rows against the rules that every world must keep, and names each object that breaks a rule. */
export function checkInvariants(): Call<Invariants> {
  return { method: "GET", path: `/invariants`, form: "data" };
}

/** List the bookings of every agency: `GET /bookings`. Lists the bookings of every agency of the world, newest first. */
export function listWorldBookings(query: { id?: string; agency?: string; courseId?: string; status?: "confirmed" | "pending" | "cancelled"; page?: number; limit?: number } = {}): Call<BookingRecordListAnswer> {
  return { method: "GET", path: `/bookings`, form: "json", query };
}

/** List the tee-time holds of every agency: `GET /tee-time-holds`. Lists the tee-time holds of every agency of the world, newest first. */
export function listWorldTeeTimeHolds(query: { id?: string; agency?: string; courseId?: string; status?: "active" | "completed" | "expired"; page?: number; limit?: number } = {}): Call<TeeTimeHoldRecordListAnswer> {
  return { method: "GET", path: `/tee-time-holds`, form: "json", query };
}

/** List the booking hooks of every agency: `GET /booking-hooks`. Lists the booking hooks of every agency of the world, newest first. */
export function listWorldBookingHooks(query: { id?: string; agency?: string; courseId?: string; status?: "held" | "confirmed" | "released" | "expired"; page?: number; limit?: number } = {}): Call<BookingHookRecordListAnswer> {
  return { method: "GET", path: `/booking-hooks`, form: "json", query };
}

/** List the group bookings of every agency: `GET /group-bookings`. Lists the group bookings of every agency of the world, newest first. */
export function listWorldGroupBookings(query: { id?: string; agency?: string; courseId?: string; status?: "processing" | "pending" | "confirmed" | "failed" | "cancelled"; page?: number; limit?: number } = {}): Call<GroupBookingRecordListAnswer> {
  return { method: "GET", path: `/group-bookings`, form: "json", query };
}

/** List the subscriptions of every agency: `GET /webhooks`. Lists the webhook subscriptions of every agency of the world, newest first, without their secrets. */
export function listWorldWebhooks(query: { id?: string; agency?: string; page?: number; limit?: number } = {}): Call<WebhookRecordListAnswer> {
  return { method: "GET", path: `/webhooks`, form: "json", query };
}

/** See the served contract: `GET /contract`. Returns title, version and digest of the contract, and all its operations. */
export function getContract(): Call<{
  /** Whether the server serves every edit of the files of the contract. */
  watched: boolean;
  /** Why the server does not serve the last edit. Absent if it serves the edit. */
  trouble?: string;
  /** Differences that the edits since the start caused. Absent while the server compares. */
  differences?: string[];
  /** The second contract, which `--beside` names. Absent without `--beside`. */
  beside?: ServedContract;
}> {
  return { method: "GET", path: `/contract`, form: "data" };
}

/** See the assumptions: `GET /contract/assumptions`. Lists every point on which the specification is silent, with the answer of the contract. */
export function listAssumptions(): Call<Assumption[]> {
  return { method: "GET", path: `/contract/assumptions`, form: "data" };
}

/** See one assumption: `GET /contract/assumptions/{id}`. Returns one point on which the specification is silent. */
export function getAssumption(id: string): Call<Assumption> {
  return { method: "GET", path: `/contract/assumptions/${segment(id)}`, form: "data" };
}
