"""What a client sees of each answer that a world can give where the specification is silent."""

from collections.abc import Mapping

# Setting -> choice -> what a client has to cope with. A test holds that every choice of the control plane is here.
FOR_A_CLIENT: Mapping[str, Mapping[str, str]] = {
    "errorBody": {
        "problem": "A refusal has a code that a program can read, and a pointer to each wrong member.",
        "envelope": "The code is inside `error`. A client that reads `code` at the top finds nothing.",
        "text": "A refusal has a sentence and no JSON. A client that parses every body breaks.",
        "empty": "A client knows only the status of a refusal.",
    },
    "invalidStatus": {
        "split": "400 means a defect of the client, 422 a wish that the user can correct.",
        "400": "A client cannot tell a wrong form from a wish that is never possible.",
        "422": "A client that waits for 400 takes a wrong form for a refused wish.",
    },
    "createdStatus": {
        "201": "A creation answers 201, and Location names the new object.",
        "200": "A creation answers 200. A client that asks for exactly 201 takes success for failure.",
    },
    "pageSize": {
        "refuse": "A page size of 500, or a search for 5 players, gets 400. A client that asks for more gets nothing.",
        "clamp": "A page size of 500 brings 100 entries, and a search for 5 players finds places for 4.",
    },
    "holdIdPlace": {
        "body": "A booking names its hold in the member holdId.",
        "header": "A booking names its hold in the header X-Hold-Id. The sandbox refuses a holdId in the body.",
    },
    "pendingCancel": {
        "accept": "An agency can cancel a booking that the course has not answered.",
        "refuse": "An agency waits for the answer of the course before it can cancel.",
    },
    "secondCancel": {
        "same": "A cancellation that is sent twice answers the same, so a retry is safe.",
        "refuse": "The second cancellation gets 409. A retry after a lost answer looks like a failure.",
    },
    "emptyMembers": {
        "absent": "A member without a value is left out.",
        "null": "A member without a value is null. A client that only asks whether it is there reads null.",
    },
    "signatureClock": {
        "wall": "The timestamp of a delivery is the time of the machine, so receivers accept it after the clock moved.",
        "world": "The timestamp is the time of the world. After a move of the clock, receivers may call it stale.",
    },
}
