// Restate: one handler for each layer, with its tasks as steps that run at once, which sends the next layer on its way.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as restate from '@restatedev/restate-sdk'
import { serve, until } from './peer.mjs'

let executions
let layers = []

async function freePort () {
  return await new Promise(resolve => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address()
      probe.close(() => resolve(port))
    })
  })
}

async function answers (url) {
  try {
    return (await fetch(url)).ok
  } catch {
    return false
  }
}

const batch = restate.service({
  name: 'batch',
  handlers: {
    layer: async (ctx, index) => {
      await restate.RestatePromise.all(layers[index].map(no => ctx.run(`t${no}`, () => executions.execute(no))))
      if (index + 1 < layers.length) {
        ctx.serviceSendClient(batch).layer(index + 1)
      }
    }
  }
})

const folder = mkdtempSync(join(tmpdir(), 'edgewise-bench-restate-'))
const [ingress, admin, node, endpoint] = await Promise.all([freePort(), freePort(), freePort(), freePort()])
// The program itself: what npm puts before it does not end with this process.
const program = `node_modules/@restatedev/restate-server-${process.platform}-${process.arch}/bin/restate-server`
const server = spawn(join(import.meta.dirname, program), ['--base-dir', folder], {
  stdio: ['ignore', 'ignore', 'inherit'],
  env: {
    ...process.env,
    RESTATE_INGRESS__BIND_ADDRESS: `127.0.0.1:${ingress}`,
    RESTATE_ADMIN__BIND_ADDRESS: `127.0.0.1:${admin}`,
    RESTATE_BIND_ADDRESS: `127.0.0.1:${node}`,
    RESTATE_LOG_FILTER: 'error',
    RESTATE_DISABLE_TELEMETRY: 'true'
  }
})
process.on('exit', () => {
  server.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})
process.on('SIGTERM', () => process.exit(1))

await restate.serve({ services: [batch], port: endpoint })
await until(() => answers(`http://127.0.0.1:${admin}/health`))
await until(() => answers(`http://127.0.0.1:${ingress}/restate/health`))
const registered = await fetch(`http://127.0.0.1:${admin}/deployments`, {
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify({ uri: `http://127.0.0.1:${endpoint}` })
})
if (!registered.ok) throw new Error(await registered.text())

await serve({
  // A layer is everything whose parents are in the one before.
  async submit (graph) {
    const depth = []
    layers = []
    graph.forEach((parents, no) => {
      depth[no] = parents.reduce((most, parent) => Math.max(most, depth[parent] + 1), 0);
      (layers[depth[no]] ??= []).push(no)
    })
  },

  async run (current) {
    executions = current
    const sent = await fetch(`http://127.0.0.1:${ingress}/batch/layer/send`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '0'
    })
    if (!sent.ok) throw new Error(await sent.text())
    await executions.done
  },

  async close () {}
})
