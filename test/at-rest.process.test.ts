import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startTestHarness } from './support/product/start-test-harness.ts'

/**
 * Every look in the source: of a worker nine a second (alerts and escalations, the sweep, stopped and waiting jobs,
 * warehouses that are due, the inbox, the canary's round), of an intake one, of a searcher three in two; and what comes
 * every 5 s or later, such as heartbeats and measures, about four a second together.
 */
const transactionsMost = 24
/** The delay of the event loop is measured 20 times a second; the rest are looks and their answers. */
const wakesMost = 80
const windowMs = 3_000
const windowsMost = 8

const countTransactions =
  'select (xact_commit + xact_rollback)::integer as count from pg_stat_database where datname = current_database()'

/** How often the main thread of a process was woken. */
function wakesOf(pid: number): number {
  const [, count] =
    /^voluntary_ctxt_switches:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Number(count)
}

// A busy machine lowers both counts. What a start has to do is over after some windows.
test('processes at rest look for work once a second, and wake for little else', async (context) => {
  const counts = { intake: 1, worker: 1, searcher: 1, api: 1, console: 1 }
  const { product, query } = await startTestHarness(context, { backend: 'postgres', counts })
  await product.whenReady()
  const read = async () => {
    const [row] = await query(countTransactions)
    const wakes = product.processes.map((one) => [one.name, wakesOf(one.pid() ?? 0)] as const)
    return { transactions: Number(row?.count), wakes: new Map(wakes) }
  }
  let complaints: string[] = ['nothing was read']
  for (let window = 0; complaints.length > 0 && window < windowsMost; window += 1) {
    const before = await read()
    await sleep(windowMs)
    const after = await read()
    const perSecond = (later = 0, earlier = 0): number => ((later - earlier) * 1_000) / windowMs
    const transactions = perSecond(after.transactions, before.transactions)
    complaints = [...after.wakes]
      .map(([name, wakes]) => ({ name, rate: perSecond(wakes, before.wakes.get(name)), most: wakesMost }))
      .concat({ name: 'transactions', rate: transactions, most: transactionsMost })
      .flatMap(({ name, rate, most }) => (rate > most ? `${name}: ${Math.round(rate)} a second` : []))
  }
  expect(complaints).toEqual([])
}, 120_000)
