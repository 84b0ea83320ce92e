"""What handlers log, how far they say they are, and the errors they end with."""

import json
import logging
import threading
import unittest
import urllib.request

from edgewise import Client, TaskContext, TaskFailure, TaskLogHandler, Worker

from .support import SERVER, LossyProxy


def task(kind: str, **more: object) -> dict[str, object]:
    return {"id": "a", "name": "a", "kind": kind, **more}


def items(path: str) -> list[dict[str, object]]:
    with urllib.request.urlopen(SERVER + path, timeout=30) as answer:
        found: list[dict[str, object]] = json.loads(answer.read())["items"]
        return found


class LogsTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(SERVER)
        self.addCleanup(self.client.close)

    def run_one(self, worker: Worker, kind: str, **more: object) -> str:
        with worker:
            batch, [submitted] = self.client.submit([task(kind, **more)])
            self.client.wait(batch, 60)
        return submitted["id"]

    def test_lines_are_sent_in_order_and_in_groups_before_the_completion(self) -> None:
        proxy = LossyProxy("/v1/work/log")
        self.addCleanup(proxy.close)

        def handler(context: TaskContext) -> None:
            for number in range(250):
                context.log(f"line {number}", number=number)
            context.log("NUL \0 and half a pair \ud800", level="error")

        id = self.run_one(Worker(proxy.url, poll_secs=1).handle("py-lines", handler), "py-lines")
        lines = items(f"/v1/tasks/{id}/logs?limit=1000")
        self.assertEqual([line["message"] for line in lines[:250]], [f"line {number}" for number in range(250)])
        self.assertEqual((lines[7]["fields"], lines[7]["level"]), ({"number": 7}, "info"))
        self.assertEqual((lines[250]["message"], lines[250]["level"]), ("NUL \ufffd and half a pair \ufffd", "error"))
        self.assertLess(len(proxy.seen), 20)

    def test_lines_and_progress_show_while_the_handler_runs(self) -> None:
        seen, told = threading.Event(), threading.Event()

        def handler(context: TaskContext) -> None:
            context.log("begun")
            context.progress(0.5, "half")
            told.set()
            seen.wait(60)

        with Worker(SERVER, poll_secs=1).handle("py-live", handler):
            batch, [submitted] = self.client.submit([task("py-live")])
            self.assertTrue(told.wait(60))
            for _ in range(100):
                shown = self.client.task(submitted["id"])
                if shown["progress"] is not None and items(f"/v1/tasks/{submitted['id']}/logs"):
                    break
                threading.Event().wait(0.1)
            self.assertEqual((shown["progress"], shown["message"]), (0.5, "half"))
            self.assertEqual(shown["worker"][:7] if shown["worker"] else None, "python-")
            seen.set()
            self.client.wait(batch, 60)

    def test_an_exception_is_sent_with_its_type_and_its_stack_and_is_logged(self) -> None:
        def handler(context: TaskContext) -> None:
            raise LookupError("no such row")

        with self.assertLogs("edgewise", logging.WARNING) as logs:
            id = self.run_one(Worker(SERVER, poll_secs=1).handle("py-raises", handler), "py-raises")
        [attempt] = items(f"/v1/tasks/{id}/attempts")
        self.assertEqual(attempt["failure_reason"], "LookupError: no such row")
        error = attempt["error"]
        assert isinstance(error, dict)
        self.assertEqual((error["type"], error["message"]), ("LookupError", "no such row"))
        self.assertIn("in handler", error["stack"])
        self.assertIn("no such row", "".join(logs.output))

    def test_a_failure_of_ones_own_carries_its_stack(self) -> None:
        def handler(context: TaskContext) -> None:
            raise TaskFailure("not today", retryable=False)

        id = self.run_one(Worker(SERVER, poll_secs=1).handle("py-fails", handler), "py-fails")
        error = self.client.task(id)["error"]
        assert error is not None
        self.assertEqual((error["type"], error["message"]), ("edgewise.errors.TaskFailure", "not today"))

    def test_what_logging_logs_on_the_thread_of_a_handler_goes_to_its_task(self) -> None:
        logger = logging.getLogger("shop.orders")
        logger.setLevel(logging.DEBUG)
        bridge = TaskLogHandler()
        logger.addHandler(bridge)
        self.addCleanup(logger.removeHandler, bridge)

        def handler(context: TaskContext) -> None:
            logger.warning("order %d is late", 7)
            logger.debug("details")

        logger.info("outside of a task")
        id = self.run_one(Worker(SERVER, poll_secs=1).handle("py-bridge", handler), "py-bridge")
        lines = items(f"/v1/tasks/{id}/logs")
        self.assertEqual([line["message"] for line in lines], ["order 7 is late", "details"])
        self.assertEqual([line["level"] for line in lines], ["warn", "debug"])
        self.assertEqual(lines[0]["fields"], {"logger": "shop.orders"})

    def test_progress_beyond_its_range_is_refused_at_once(self) -> None:
        refused = []

        def handler(context: TaskContext) -> None:
            with self.assertRaises(ValueError):
                context.progress(1.5)
            refused.append(True)

        self.run_one(Worker(SERVER, poll_secs=1).handle("py-range", handler), "py-range")
        self.assertEqual(refused, [True])
