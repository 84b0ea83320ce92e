// graphile-worker with what its page on performance recommends: a local queue and completions in batches.
import { Logger, makeWorkerUtils, run as runWorker } from 'graphile-worker'
import { concurrency, database, serve, until } from './peer.mjs'

const silent = new Logger(() => () => {})
const utils = await makeWorkerUtils({ connectionString: database, logger: silent })
await utils.migrate()

async function left () {
  return await utils.withPgClient(async client => {
    const { rows } = await client.query('select /* bench */ count(*) as count from graphile_worker.jobs')
    return Number(rows[0].count)
  })
}

await serve({
  async submit (graph) {
    await utils.addJobs(graph.map((_, no) => ({ identifier: 'task', payload: { no } })))
  },

  async run (executions) {
    const runner = await runWorker({
      preset: {
        worker: {
          connectionString: database,
          concurrentJobs: concurrency,
          maxPoolSize: concurrency + 1,
          localQueue: { size: 500 },
          completeJobBatchDelay: 0,
          failJobBatchDelay: 0
        }
      },
      logger: silent,
      noHandleSignals: true,
      taskList: { task: async payload => executions.execute(payload.no) }
    })
    await executions.done
    await until(async () => await left() === 0)
    await runner.stop()
  },

  async close () {
    await utils.release()
  }
})
