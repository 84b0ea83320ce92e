"""The worker against a real server."""

import threading
import unittest

from edgewise import Client, Task, TaskContext, TaskFailure, Worker

from .support import SERVER, LossyProxy

SOON = {"max_retries": 3, "initial_delay_secs": 1}


def task(kind: str, id: str = "a", **more: object) -> dict[str, object]:
    return {"id": id, "name": id, "kind": kind, **more}


class WorkerTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(SERVER)
        self.addCleanup(self.client.close)

    def ended(self, *tasks: dict[str, object]) -> list[Task]:
        batch, submitted = self.client.submit(list(tasks))
        self.client.wait(batch, 60)
        return [self.client.task(each["id"]) for each in submitted]

    def proxy(self, losses: int) -> LossyProxy:
        proxy = LossyProxy("/work/complete", losses)
        self.addCleanup(proxy.close)
        return proxy

    def test_a_worker_runs_no_more_than_its_concurrency_and_reports_completions_in_groups(self) -> None:
        running, most, lock = [0], [0], threading.Lock()

        def square(context: TaskContext) -> dict[str, object]:
            with lock:
                running[0] += 1
                most[0] = max(most[0], running[0])
            try:
                return {"square": context.input["n"] ** 2, "text": context.input["text"]}
            finally:
                with lock:
                    running[0] -= 1

        proxy = self.proxy(0)
        with Worker(proxy.url, poll_secs=1, concurrency=16).handle("py-many", square):
            template = {"n": "${item}", "text": "no. ${index}"}
            batch, _ = self.client.submit(
                [
                    task("py-many", "m", spread="lists.range(300)", input=template),
                    task("none", "sum", output="[size(m), m[7].square, m[299].text]"),
                ]
            )
            self.assertEqual(self.client.wait(batch, 60)["result"], [300, 49, "no. 299"])
        self.assertLessEqual(most[0], 16)
        self.assertLess(len(proxy.seen), 270)

    def test_heartbeats_extend_the_lease_of_a_task_that_runs_longer(self) -> None:
        with Worker(SERVER, poll_secs=1, lease_secs=1).handle("py-beats", lambda context: context.wait_for_cancel(3)):
            [done] = self.ended(task("py-beats"))
        self.assertEqual((done["status"], done["attempt"], done["result"]), ("Success", 0, False))

    def test_the_handler_of_a_canceled_task_should_cancel(self) -> None:
        started, told = threading.Event(), []

        def handler(context: TaskContext) -> None:
            started.set()
            told.append(context.wait_for_cancel(60) and context.should_cancel)

        with Worker(SERVER, poll_secs=1, lease_secs=1).handle("py-canceled", handler):
            _, [submitted] = self.client.submit([task("py-canceled")])
            started.wait(60)
            self.client.cancel(submitted["id"])
        self.assertEqual(told, [True])

    def test_only_retryable_failures_are_retried(self) -> None:
        worker = Worker(SERVER, poll_secs=1)

        @worker.handler("py-flaky")
        def flaky(context: TaskContext) -> object:
            if context.attempt == 0:
                raise TaskFailure("not yet")
            if context.attempt == 1:
                raise RuntimeError("nor now")
            return context.metadata["k"]

        @worker.handler("py-hopeless")
        def hopeless(context: TaskContext) -> None:
            raise TaskFailure("never", retryable=False)

        with worker:
            done, failed = self.ended(
                task("py-flaky", retry=SOON, metadata={"k": "v"}), task("py-hopeless", "b", retry=SOON)
            )
        self.assertEqual((done["status"], done["attempt"], done["result"]), ("Success", 2, "v"))
        self.assertEqual((failed["status"], failed["attempt"]), ("Failure", 0))
        self.assertEqual(failed["failure_reason"], "never")

    def test_a_result_that_cannot_be_stored_fails_its_own_task_only_and_without_retry(self) -> None:
        deep: object = 1
        for _ in range(205):
            deep = [deep]
        results = {"fine": "fine", "large": "x" * (2 << 20), "deep": deep, "formless": object(), "nan": float("nan")}
        together = threading.Barrier(len(results))

        def handler(context: TaskContext) -> object:
            together.wait(60)
            return results[context.task["name"]]

        with Worker(SERVER, poll_secs=1).handle("py-results", handler):
            ended = self.ended(*(task("py-results", name, retry=SOON) for name in results))
        self.assertEqual([each["status"] for each in ended], ["Success"] + ["Failure"] * 4)
        self.assertEqual([each["attempt"] for each in ended], [0] * 5)
        self.assertRegex(str(ended[1]["failure_reason"]), "^The result was refused: ")

    def test_close_waits_for_running_handlers_and_reports_their_completions(self) -> None:
        started, released = threading.Event(), threading.Event()

        def handler(context: TaskContext) -> str:
            started.set()
            released.wait(60)
            return "done"

        worker = Worker(SERVER, poll_secs=1).handle("py-drained", handler).start()
        _, [submitted] = self.client.submit([task("py-drained")])
        started.wait(60)
        closing = threading.Thread(target=worker.close)
        closing.start()
        self.assertTrue(closing.is_alive())
        released.set()
        closing.join(60)
        self.assertEqual(self.client.task(submitted["id"])["result"], "done")

    def test_a_completion_whose_answer_was_lost_is_sent_again_and_counts_once(self) -> None:
        proxy = self.proxy(2)
        with Worker(proxy.url, poll_secs=1).handle("py-lost", lambda _: "once"):
            [done] = self.ended(task("py-lost"))
        self.assertEqual((done["status"], done["result"]), ("Success", "once"))
        self.assertEqual(len(proxy.seen), 3)
        self.assertEqual(len(set(proxy.seen)), 1)

    def test_completions_are_reported_after_an_outage_and_a_lost_lease_cancels_the_handler(self) -> None:
        proxy = self.proxy(0)
        started, released, told = threading.Event(), threading.Event(), []

        def short(context: TaskContext) -> str:
            started.set()
            released.wait(60)
            return "late"

        def long(context: TaskContext) -> None:
            started.set()
            told.append(context.wait_for_cancel(60))

        with Worker(proxy.url, poll_secs=1, lease_secs=60).handle("py-outage", short):
            batch, [submitted] = self.client.submit([task("py-outage")])
            started.wait(60)
            proxy.down.set()
            released.set()
            self.assertEqual(self.client.wait(batch, 1)["state"], "running")
            proxy.down.clear()
            self.assertEqual(self.client.wait(batch, 60)["state"], "succeeded")
        self.assertEqual(self.client.task(submitted["id"])["result"], "late")

        started.clear()
        with Worker(proxy.url, poll_secs=1, lease_secs=1).handle("py-lapsed", long):
            batch, [submitted] = self.client.submit([task("py-lapsed")])
            started.wait(60)
            proxy.down.set()
            self.assertEqual(self.client.wait(batch, 60)["state"], "failed")
        self.assertEqual(told, [True])
        self.assertEqual(self.client.task(submitted["id"])["failure_reason"], "Lease expired")
