"""The client against a real server."""

import unittest
import uuid

from edgewise import Client, RefusedError, TaskContext, UnreachableError, Worker

from .support import SERVER


class ClientTest(unittest.TestCase):
    def setUp(self) -> None:
        self.client = Client(SERVER)
        self.addCleanup(self.client.close)

    def test_a_batch_is_submitted_once_per_key(self) -> None:
        tasks = [{"id": "a", "name": "a", "kind": "py-key"}]
        key = str(uuid.uuid4())

        first = self.client.submit(tasks, idempotency_key=key)
        self.assertEqual(first, self.client.submit(tasks, idempotency_key=key))
        with self.assertRaises(RefusedError) as refused:
            self.client.submit([], idempotency_key=key)
        self.assertEqual(refused.exception.status, 422)

    def test_a_submission_that_creates_nothing_returns_no_batch_and_no_tasks(self) -> None:
        self.assertEqual(self.client.submit([]), ("", []))

    def test_tasks_are_paused_resumed_canceled_and_rerun(self) -> None:
        batch, [task] = self.client.submit([{"id": "a", "name": "a", "kind": "py-operations"}])

        self.assertEqual(self.client.pause(task["id"])["status"], "Paused")
        self.assertEqual(self.client.resume(task["id"])["status"], "Pending")
        self.assertEqual(self.client.cancel(task["id"], cascade=True)["status"], "Canceled")
        self.assertEqual(self.client.wait(batch, 60)["state"], "canceled")
        self.client.rerun_failed(batch)
        self.assertEqual(self.client.wait(batch, 0)["state"], "running")
        self.assertIn("reasons", self.client.explanation(task["id"]))
        self.assertEqual(self.client.stop(batch)["canceled_pending"], 1)
        self.assertEqual(self.client.rerun(task["id"])["attempt"], 2)
        self.client.stop(batch)

    def test_refusals_carry_the_server_s_message(self) -> None:
        with self.assertRaisesRegex(RefusedError, "Task not found"):
            self.client.task(str(uuid.uuid4()))
        with self.assertRaisesRegex(RefusedError, r"tasks\[0\].name"):
            self.client.submit([{"id": "a"}])
        with self.assertRaisesRegex(RefusedError, "Batch not found"):
            list(self.client.watch(str(uuid.uuid4())))
        with self.assertRaises(ValueError):
            Client("localhost:8085")

    def test_watch_yields_the_whole_ledger_once_and_in_order(self) -> None:
        batch, _ = self.client.submit(
            [
                {"id": "a", "name": "a", "kind": "py-watch"},
                {"id": "b", "name": "b", "kind": "py-watch", "dependencies": [{"id": "a", "condition": "on_success"}]},
                {"id": "c", "name": "c", "kind": "none", "output": "b * 2"},
            ]
        )
        with Worker(SERVER, poll_secs=1).handle("py-watch", lambda _: 21):
            entries = list(self.client.watch(batch))

        self.assertEqual(entries, self.client.ledger(batch))
        self.assertEqual(entries, list(self.client.watch(batch)))
        self.assertEqual(self.client.batch(batch)["result"], 42)

    def test_an_unreachable_server_raises_when_patience_ends(self) -> None:
        with self.assertRaises(UnreachableError):
            Client("http://127.0.0.1:1", patience_secs=0.3).batch(str(uuid.uuid4()))

    def test_the_client_completes_a_task_that_a_worker_holds(self) -> None:
        batch, [task] = self.client.submit([{"id": "a", "name": "a", "kind": "py-complete"}])

        def complete(context: TaskContext) -> None:
            self.client.succeed(context.task["task_id"], {"by": "client"}, token=context.task["delivery_token"])
            context.wait_for_cancel(60)

        with Worker(SERVER, poll_secs=1, lease_secs=1).handle("py-complete", complete):
            self.assertEqual(self.client.wait(batch, 60)["state"], "succeeded")
        self.assertEqual(self.client.task(task["id"])["result"], {"by": "client"})
        with self.assertRaises(RefusedError) as refused:
            self.client.fail(task["id"], "no", retryable=False)
        self.assertEqual(refused.exception.problem["current_status"], "Success")
