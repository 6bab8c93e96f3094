import type { RuleDefinition } from '@signalpost/domain'
import { startSlackServer, waitUntil } from '@signalpost/testing'
import { defineFigure, type Reading } from '../../define-figure.ts'
import { fillBacklog } from '../../filling/fill-backlog.ts'
import { prepareStore } from '../../filling/prepare-store.ts'
import { waitUntilApplied } from '../../measuring/wait-until-applied.ts'
import { configureAlerts, inSlack } from '../../stage/configure-alerts.ts'
import type { Stage } from '../../stage/stage.ts'
import { type BenchPostgres, runStatement } from '../../stage/start-bench-postgres.ts'

const metric = 'µs each'
const few = 100
const many = 10_000

export const unmatchedRules = defineFigure({
  name: 'unmatched-rules',
  title: 'Evaluating new signals in a workspace whose rules match none of them',
  comparisons: [
    {
      title: '10,000 rules that do not match / 100 such rules',
      metric,
      of: '10,000 rules',
      to: '100 rules',
      gate: { atMost: 3 },
    },
  ],
  prepare: async (stage) => {
    const postgres = await stage.startPostgres()
    return [
      { name: '100 rules', measure: () => measure(stage, { postgres, rules: few }) },
      { name: '10,000 rules', measure: () => measure(stage, { postgres, rules: many }) },
    ]
  },
})

async function measure(
  stage: Stage,
  { postgres, rules }: { postgres: BenchPostgres; rules: number },
): Promise<Reading> {
  const store = await prepareStore(postgres)
  const slack = await startSlackServer()
  try {
    await configureAlerts(store, inSlack(slack), {
      channels: ['bench'],
      rules: () => Array.from({ length: rules }, (_, index) => ruleOf(index)),
    })
    const count = Math.round(stage.scaled(10_000, 6_000))
    await fillBacklog(store, { count })
    await postgres.settle()
    const product = await stage.startProduct({ ...store, counts: { worker: 1 } })
    await waitUntilApplied(store.databaseUrl)
    await waitUntilEvaluated(store.databaseUrl)
    const [worker] = product.workers
    await worker?.stop()
    const reading = readCost(product.logOf('worker-1'), count)
    await product.stop()
    await postgres.dropDatabase(store.databaseUrl)
    if (slack.requests.length > 0) throw new Error('a rule matched')
    return reading
  } finally {
    await slack.close()
  }
}

/** Creates a rule whose condition no signal of the bench meets, in one of the ways in which rules have conditions. */
function ruleOf(index: number): Partial<RuleDefinition> {
  const ways: RuleDefinition['conditions'][] = [
    { keywords: [`no such word ${index}`] },
    { listeners: [`lsn_none_${index}`] },
    { accountKeys: [`d:none-${index}.example`], minUrgency: 'high' },
    { minUrgency: 'immediate', minScore: index % 101 },
    { keywords: [`nothing ${index}`], minScore: 50 },
  ]
  return { conditions: ways[index % ways.length] ?? {} }
}

async function waitUntilEvaluated(databaseUrl: string): Promise<void> {
  await waitUntil(
    'every change is evaluated',
    async () => {
      const [row] = await runStatement(databaseUrl, 'select exists (select from pending_changes) as "isLeft"')
      return row?.isLeft === false
    },
    { limitMs: 300_000, intervalMs: 200 },
  )
}

/** Reads the cost of evaluating from the worker's log, which excludes applying the deliveries. */
function readCost(log: string, expected: number): Reading {
  const lines = log.split('\n').filter((line) => line.includes('"changes.evaluated"'))
  const evaluated = lines.map((line): { changes: number; durationMs: number } => JSON.parse(line))
  const changes = evaluated.reduce((sum, one) => sum + one.changes, 0)
  if (changes < expected) throw new Error(`${changes} of ${expected} changes were evaluated`)
  const durationMs = evaluated.reduce((sum, one) => sum + one.durationMs, 0)
  return { [metric]: (durationMs * 1_000) / changes }
}
