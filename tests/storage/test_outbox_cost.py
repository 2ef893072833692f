"""What a look into the outbox costs follows from worlds and subscriptions, not from the deliveries that wait."""

from mock_server.storage.courses import CourseBook
from mock_server.storage.outbox import _HEADS
from mock_server.storage.store import Store


def test_no_step_of_a_look_reads_all_deliveries() -> None:
    store = Store("sqlite://", CourseBook(1), max_worlds=1)
    look = _HEADS._for(store.engine.dialect)
    with store.reading_across_worlds() as connection:
        plan = connection.exec_driver_sql(
            f"EXPLAIN QUERY PLAN {look.sql}", tuple({**look.constants, "wall": 0}[name] for name in look.order or ())
        ).all()
    store.close()

    steps = [row[3] for row in plan if "deliveries" in row[3]]
    assert [step for step in steps if not step.startswith("SEARCH")] == []
    assert [step for step in steps if "deliveries_waiting" not in step and "deliveries_leased" not in step] == []
    assert len(steps) >= 4
