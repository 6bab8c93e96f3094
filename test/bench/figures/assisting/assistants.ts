import { createAssistantFinder } from '@signalpost/authorization/oauth'
import { createDatabase } from '@signalpost/database'
import { defineFigure, type Reading, type Variant } from '../../define-figure.ts'
import { apiUrl, assistantAddresses } from '../../filling/assistants/admit-assistants.ts'
import { type AssistantsStore, prepareAssistants } from '../../filling/assistants/prepare-assistants.ts'
import { type ToolCase, toolCalls } from '../../filling/assistants/tool-calls.ts'
import { askAssistant } from '../../load/assistant-client.ts'
import { openClient } from '../../load/open-client.ts'
import { residentBytesOf } from '../../measuring/process-use.ts'
import { percentileOf } from '../../results/sample-statistics.ts'
import { addressOf } from '../../stage/address-of.ts'
import type { Stage } from '../../stage/stage.ts'
import { measureDemo } from './measure-demo.ts'

const p95 = 'p95 ms'
const mebibyte = 1024 * 1024
/** So many that none reaches its limit of calls a minute. */
const assistants = 200
const own = { count: ['count_signals'], attention: ['what_needs_attention'] }

export const assistantsFigure = defineFigure({
  name: 'assistants',
  title: 'Assistants at /mcp, over a million signals of one workspace (--size), one call at a time',
  isLong: true,
  comparisons: [
    {
      title: 'look-up of a token that is believed, p95 ms',
      metric: p95,
      of: 'believed token',
      gate: { atMost: 0.1 },
    },
    { title: 'look-up of a token that is not, p95 ms', metric: p95, of: 'other token', gate: { atMost: 1 } },
    { title: 'slowest p95 of a tool that reads, ms', metric: p95, of: 'reads', gate: { atMost: 150 } },
    {
      title: 'count_signals over 200,000 entries, p95 ms',
      metric: p95,
      of: 'count_signals',
      gate: { atMost: 300 },
    },
    { title: 'what_needs_attention, p95 ms', metric: p95, of: 'what_needs_attention', gate: { atMost: 200 } },
    {
      title: 'memory that the first assistant costs the API, MiB',
      metric: 'MiB more',
      of: 'memory',
      gate: { atMost: 40 },
    },
    {
      title: 'characters of the longest answer on the demo',
      metric: 'characters',
      of: 'demo',
      gate: { atMost: 40_000 },
    },
    { title: 'bytes of tools/list', metric: 'bytes of tools/list', of: 'demo', gate: { atMost: 24_000 } },
    {
      title: 'bytes of it with reads alone',
      metric: 'with reads alone',
      of: 'demo',
      gate: { atMost: 14_000 },
    },
  ],
  prepare: async (stage) => {
    const demo = await measureDemo(stage)
    const postgres = await stage.startPostgres()
    const signals = stage.size ?? (stage.isQuick ? 20_000 : 1_000_000)
    stage.tell(`stores ${signals.toLocaleString('en')} signals`)
    const store = await prepareAssistants(postgres, { signals, assistants })
    await postgres.settle()
    const { databaseUrl, masterKey, orgId } = store
    const product = await stage.startProduct({
      databaseUrl,
      masterKey,
      counts: { api: 1 },
      env: assistantAddresses,
    })
    const { port, pid } = addressOf(product.apis[0])
    const client = openClient(port)
    stage.onEnd(() => client.close())
    const call = createCaller(client, store)
    const memory = await measureMemory(pid, client, store)
    const reads = (await toolCalls(databaseUrl, { orgId })).filter(({ tool }) => tool.hints.readOnly)
    const among = (names: readonly string[]) => reads.filter(({ tool }) => names.includes(tool.name))
    const measured = (name: string, cases: readonly ToolCase[]): Variant => ({
      name,
      measure: () => measureCalls(stage, cases, call),
    })
    return [
      ...lookUps(stage, store),
      measured(
        'reads',
        reads.filter(({ tool }) => ![...own.count, ...own.attention].includes(tool.name)),
      ),
      measured('count_signals', among(own.count)),
      measured('what_needs_attention', among(own.attention)),
      { name: 'memory', measure: async () => memory },
      { name: 'demo', measure: async () => demo },
    ]
  },
})

/** Calls tools as one assistant after the other. */
function createCaller(client: ReturnType<typeof openClient>, { tokens }: AssistantsStore) {
  let calls = 0
  return async ({ tool, given }: ToolCase): Promise<void> => {
    calls += 1
    const token = tokens[calls % tokens.length] ?? ''
    await askAssistant(client, { token, method: 'tools/call', params: { name: tool.name, arguments: given } })
  }
}

async function measureCalls(
  stage: Stage,
  cases: readonly ToolCase[],
  call: (one: ToolCase) => Promise<void>,
): Promise<Reading> {
  let slowest = 0
  for (const one of cases) {
    const durationsMs = await timed(Math.ceil(stage.scaled(200, 10)), () => call(one))
    const [middle, most] = [percentileOf(durationsMs, 0.5), percentileOf(durationsMs, 0.95)]
    if (!stage.isWarmingUp) stage.tell(`| ${one.name} | ${middle.toFixed(1)} | ${most.toFixed(1)} |`)
    slowest = Math.max(slowest, most)
  }
  return { [p95]: slowest }
}

async function timed(times: number, work: () => Promise<unknown>): Promise<number[]> {
  const durationsMs: number[] = []
  for (let time = 0; time < times; time += 1) {
    const startedAtMs = performance.now()
    await work()
    durationsMs.push(performance.now() - startedAtMs)
  }
  return durationsMs
}

/** The memory of the process, before and after it loads what it needs for assistants. */
async function measureMemory(
  pid: number,
  client: ReturnType<typeof openClient>,
  { tokens: [token = ''] }: AssistantsStore,
): Promise<Reading> {
  const resident = () => residentBytesOf(pid) / mebibyte
  const atRest = resident()
  await fetchMetadata(client)
  await askAssistant(client, { token, method: 'tools/list', params: {} })
  const serving = resident()
  return { 'MiB at rest': atRest, 'MiB serving': serving, 'MiB more': serving - atRest }
}

/** Any answer will do: an unknown client makes the authorization server look for it. */
async function fetchMetadata(client: ReturnType<typeof openClient>): Promise<void> {
  const path = '/oauth/authorize?client_id=x'
  await client.send(Buffer.from(`GET ${path} HTTP/1.1\r\nhost: 127.0.0.1\r\naccept: text/html\r\n\r\n`))
}

function lookUps(stage: Stage, { databaseUrl, tokens }: AssistantsStore): Variant[] {
  const { database, pool } = createDatabase({
    ...{ url: databaseUrl, applicationName: 'signalpost bench', maxConnections: 1 },
    onConnectionError: () => undefined,
  })
  stage.onEnd(() => database.destroy())
  const services = { addresses: { apiUrl }, database, pool, nowMs: Date.now }
  type Find = ReturnType<typeof createAssistantFinder>
  let asked = 0
  const look = async (find: Find, among: readonly string[]): Promise<void> => {
    asked += 1
    if ((await find(among[asked % among.length] ?? '')) === undefined)
      throw new Error('A token opens nothing.')
  }
  const measured = (name: string, begin: () => Promise<() => Promise<void>>): Variant => ({
    name,
    measure: async () => {
      const work = await begin()
      const durationsMs = await timed(Math.ceil(stage.scaled(5_000, 500)), work)
      return { [p95]: percentileOf(durationsMs, 0.95), 'p50 ms': percentileOf(durationsMs, 0.5) }
    },
  })
  return [
    measured('believed token', async () => {
      const [find, known] = [createAssistantFinder(services), tokens.slice(0, 20)]
      for (const token of known) await find(token)
      return () => look(find, known)
    }),
    // A new memory believes nothing.
    measured('other token', async () => () => look(createAssistantFinder(services), tokens)),
  ]
}
