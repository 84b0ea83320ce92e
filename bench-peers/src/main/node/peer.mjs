// Speaks for a peer with the bench: "submit FILE" and "run FILE" come in, "ready", "submitted" and "ran" go out.
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** When tasks were executed, in nanoseconds of the machine's clock. */
export class Executions {
  constructor (tasks) {
    this.tasks = tasks
    this.lines = []
    this.done = new Promise(resolve => { this.finish = resolve })
  }

  /** Something has begun and ended: these tasks do nothing else. */
  execute (no) {
    const began = process.hrtime.bigint()
    this.lines.push(`${no} ${began} ${process.hrtime.bigint()}`)
    if (this.lines.length === this.tasks) this.finish()
  }
}

/**
 * Serves until the input ends.
 * submit(graph) stores the tasks; run(executions, graph) does them and returns when all have ended durably.
 */
export async function serve ({ submit, run, close }) {
  let graph = []
  console.log('ready')
  for await (const line of createInterface({ input: process.stdin })) {
    const [command, file] = line.split(' ')
    if (command === 'submit') {
      graph = readFileSync(file, 'utf8').split('\n').slice(0, -1)
        .map(parents => parents === '' ? [] : parents.split(' ').map(Number))
      await submit(graph)
      console.log('submitted')
    } else {
      const executions = new Executions(graph.length)
      const begun = process.hrtime.bigint()
      await run(executions, graph)
      writeFileSync(file, [begun, ...executions.lines].join('\n') + '\n')
      console.log('ran')
    }
  }
  await close()
  process.exit(0)
}

/** Looks again and again until there is what was waited for. */
export async function until (condition) {
  while (!await condition()) {
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

export const database = process.env.PEER_DATABASE_URL
export const concurrency = Number(process.env.PEER_CONCURRENCY)
