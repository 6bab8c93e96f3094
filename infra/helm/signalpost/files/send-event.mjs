/**
 * Runs in the pod of `helm test`: sends a signed event through the intake and waits until a worker has applied it. Its
 * workspace and its source are created once and stay.
 */
import { spawnSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'

const orgId = 'org_chart_test'
const limitMs = 60_000
const cli = process.env.SIGNALPOST_CLI || 'infra/bundle/dist/product/cli.main.js'

const { items: workspaces } = signalpost(['workspace', 'list'])
if (!workspaces.some((workspace) => workspace.orgId === orgId)) {
  signalpost(['workspace', 'create', '--id', orgId, '--name', 'Test of the chart'])
}
const { items: sources } = signalpost(['source', 'list', '--workspace', orgId])
const source = sources[0] ?? signalpost(['source', 'create', '--workspace', orgId, '--name', 'helm test'])

const occurredAt = new Date().toISOString()
const event = { id: `evt_${crypto.randomUUID()}`, type: 'ping', occurredAt, orgId, data: {} }
const deliveryId = await send(source.sourceId, JSON.stringify(event))
console.log(`The intake accepted ${deliveryId}.`)

const startedMs = performance.now()
while (true) {
  const { status, error } = signalpost(['delivery', 'show', deliveryId])
  if (status === 'applied') break
  if (status === 'dead') fail(`The delivery became a dead letter: ${error}`)
  if (performance.now() - startedMs > limitMs) fail(`No worker applied the delivery; it is ${status}.`)
  await delay(500)
}
console.log('A worker applied it.')

/** An intake learns of a new source within seconds, and refuses its events until then. */
async function send(sourceId, body) {
  const words = ['event', 'send', '--source', sourceId]
  const startedMs = performance.now()
  while (true) {
    const { status, stdout, stderr } = run(words, body)
    if (status === 0) return JSON.parse(stdout).items[0].deliveryId
    const isKnown = !stdout.includes('"signature_invalid"')
    if (isKnown || performance.now() - startedMs > limitMs) failAt(words, stderr + stdout)
    await delay(500)
  }
}

function signalpost(words) {
  const { status, stdout, stderr } = run(words)
  if (status !== 0) failAt(words, stderr + stdout)
  return JSON.parse(stdout)
}

function run(words, input = '') {
  return spawnSync(process.execPath, [cli, ...words, '--json'], { encoding: 'utf8', input })
}

function failAt(words, output) {
  fail(`signalpost ${words.join(' ')} failed:\n${output}`)
}

function fail(message) {
  console.error(message)
  process.exit(1)
}
