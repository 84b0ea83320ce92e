// pg-boss with its flows, which hold every edge. Its own workers poll twice a second at most, and its own
// resolver once a second, so this file calls its functions for both itself.
import { PgBoss } from 'pg-boss'
import { concurrency, database, serve } from './peer.mjs'

const BATCH = 100

const boss = new PgBoss({ connectionString: database, max: concurrency + 4, supervise: false, schedule: false })
boss.on('error', error => console.error(error))
await boss.start()
await boss.createQueue('task')

let resolving
let again = false

// Unblocks jobs that are ready. A call during a pass waits for that pass and for one more, which sees the caller's jobs.
async function resolve () {
  if (resolving) {
    again = true
    return await resolving
  }
  resolving = (async () => {
    do {
      again = false
      await boss.resolveFlow()
    } while (again)
    resolving = undefined
  })()
  return await resolving
}

async function work (executions) {
  while (executions.lines.length < executions.tasks) {
    const jobs = await boss.fetch('task', { batchSize: BATCH })
    if (jobs.length > 0) {
      jobs.forEach(job => executions.execute(job.data.no))
      await boss.complete('task', jobs.map(job => job.id))
      await resolve()
    } else {
      await new Promise(resolve => setTimeout(resolve, 2))
    }
  }
}

await serve({
  async submit (graph) {
    await boss.flow(graph.map((parents, no) => ({
      ref: `t${no}`, name: 'task', data: { no }, dependsOn: parents.map(parent => `t${parent}`)
    })))
  },

  async run (executions) {
    await Promise.all(Array.from({ length: concurrency }, () => work(executions)))
  },

  async close () {
    await boss.stop({ graceful: false })
  }
})
