"""A worker that counts words until it is told to end."""

import sys

from edgewise import TaskContext, TaskFailure, Worker

worker = Worker(sys.argv[1], concurrency=8)


@worker.handler("count-words-py")
def count_words(context: TaskContext) -> dict[str, int]:
    text = context.input["text"]
    if not text.strip():
        raise TaskFailure("The page is blank", retryable=False)
    return {"words": len(text.split())}


worker.run()
