import { AggregatorRegistry, Registry } from 'prom-client'
import { shareCheck } from '../lifecycle/share-check.ts'
import { answerQuestions, askOverChannel, type Channel } from './ask-over-channel.ts'

/** The metrics of one process as data, as prom-client gives them. */
type ProcessMetrics = readonly { name: string; type: string; aggregator: string }[]

export type FamilyMetrics = {
  /** Takes in a serving process: it is asked for its metrics, and may ask for those of all. */
  add: (child: Channel) => void
  /** Keeps what a process that has ended counted. */
  retire: (child: Channel) => void
  /** Returns the metrics of all as text. */
  read: () => Promise<string>
}

const questions = { own: 'metrics of this process', all: 'metrics of all processes' }
const ownLimitMs = 1_000
const allLimitMs = 2_000

/** What only grows. A gauge of a process that has ended is gone with it. */
const countingTypes = ['counter', 'histogram', 'summary']

/** Of Node's own metrics, those that would hide one bad process: the worst is shown, and the last start. */
const worst = [
  'process_start_time_seconds',
  ...['', '_mean', '_stddev', '_p50', '_p90', '_p99'].map((part) => `nodejs_eventloop_lag${part}_seconds`),
]

/** A registry of a serving process that shows the metrics of all processes on its port. */
export class SharedRegistry extends Registry {
  readonly #channel: Channel
  #asking: Promise<string> | undefined

  constructor(channel: Channel) {
    super()
    this.#channel = channel
    answerQuestions(channel, { [questions.own]: () => this.getMetricsAsJSON() })
  }

  override metrics(): Promise<string> {
    this.#asking ??= askOverChannel(this.#channel, questions.all, { limitMs: allLimitMs })
      .then(String)
      .finally(() => {
        this.#asking = undefined
      })
    return this.#asking
  }
}

/**
 * Adds up the metrics of the processes of one port: each metric by its own aggregator. Counters never go back: of a
 * process that has ended, what it last reported stays in the sums; one that does not answer is shown as it last was.
 *
 * @param own the metrics of the supervising process
 */
export function createFamilyMetrics(own: Registry): FamilyMetrics {
  const latest = new Map<Channel, ProcessMetrics>()
  let retired: ProcessMetrics = []

  const update = async (child: Channel): Promise<void> => {
    const asking = askOverChannel(child, questions.own, { limitMs: ownLimitMs })
    // The cast: the other end is our own SharedRegistry.
    const metrics = (await asking.catch(() => undefined)) as ProcessMetrics | undefined
    // It may have ended in between.
    if (metrics !== undefined && latest.has(child)) latest.set(child, metrics)
  }
  // Every process may ask at the same time.
  const read = shareCheck(async () => {
    await Promise.all([...latest.keys()].map(update))
    const all = [await metricsOf(own), retired, ...latest.values()]
    return aggregate(all).metrics()
  })
  return {
    add: (child) => {
      latest.set(child, [])
      answerQuestions(child, { [questions.all]: read })
    },
    retire: (child) => {
      const last = latest.get(child) ?? []
      latest.delete(child)
      const counts = last.filter(({ type }) => countingTypes.includes(type))
      retired = addUp([retired, counts])
    },
    read,
  }
}

async function metricsOf(registry: Registry): Promise<ProcessMetrics> {
  // The cast: the library's type names numbers where its metrics have words.
  return (await registry.getMetricsAsJSON()) as unknown as ProcessMetrics
}

function addUp(all: readonly ProcessMetrics[]): ProcessMetrics {
  // The cast: as above. An aggregated metric is its own data.
  return aggregate(all).getMetricsAsArray() as unknown as ProcessMetrics
}

function aggregate(all: readonly ProcessMetrics[]): Registry {
  const aggregated = all.map((metrics) =>
    metrics.map((metric) => (worst.includes(metric.name) ? { ...metric, aggregator: 'max' } : metric)),
  )
  return AggregatorRegistry.aggregate(aggregated)
}
