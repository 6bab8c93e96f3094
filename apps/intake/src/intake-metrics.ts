import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

const refusalReasons = [
  ...['abandoned', 'body_too_large', 'crowded_out', 'disabled', 'internal', 'invalid_event', 'malformed'],
  ...['method_not_allowed', 'misdirected_request', 'mismatch', 'missing', 'no_secret', 'rate_limited'],
  ...['stale', 'unavailable', 'unknown_channel', 'unknown_source', 'unsupported_media_type'],
]

export type IntakeMetrics = ReturnType<typeof createIntakeMetrics>

export function createIntakeMetrics(registry: Registry) {
  const registers = [registry]
  const accepted = new Counter({
    name: 'signalpost_deliveries_accepted_total',
    help: 'Deliveries stored and answered with 202.',
    registers,
  })
  const refused = new Counter({
    name: 'signalpost_requests_refused_total',
    help: 'Requests to hooks that were refused, by reason.',
    labelNames: ['reason'],
    registers,
  })
  const interactions = new Counter({
    name: 'signalpost_interactions_total',
    help: 'Presses of buttons in messages that arrived, by outcome: accepted or refused.',
    labelNames: ['outcome'],
    registers,
  })
  const flushSize = new Histogram({
    name: 'signalpost_flush_deliveries',
    help: 'Deliveries stored by one commit.',
    buckets: [1, 2, 5, 10, 20, 50, 100, 200, 500, 1000],
    registers,
  })
  const flushSeconds = new Histogram({
    name: 'signalpost_flush_seconds',
    help: 'Time of one commit.',
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2],
    registers,
  })
  const answerSeconds = new Histogram({
    name: 'signalpost_hook_answer_seconds',
    help: 'Time from the head of a request to a hook until its answer, by status.',
    labelNames: ['status'],
    buckets: [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30],
    registers,
  })
  // A rate needs the series to be there before its first refusal.
  for (const reason of refusalReasons) refused.inc({ reason }, 0)
  for (const outcome of ['accepted', 'refused']) interactions.inc({ outcome }, 0)
  const faults = new Counter({
    name: 'signalpost_store_faults_total',
    help: 'Work interrupted by a store, by part of the intake.',
    labelNames: ['part'],
    registers,
  })
  const waiting = new Gauge({
    name: 'signalpost_waiting_deliveries',
    help: 'Deliveries waiting for a commit.',
    registers,
  })
  return {
    watchUnfinishedBytes: (heldBytes: () => number) =>
      new Gauge({
        name: 'signalpost_unfinished_request_bytes',
        help: 'Bytes held of unfinished requests.',
        registers,
        collect() {
          this.set(heldBytes())
        },
      }),
    countAccepted: (deliveries: number) => accepted.inc(deliveries),
    observeAnswer: (status: number, durationMs: number) =>
      answerSeconds.observe({ status }, durationMs / 1000),
    countInteraction: (outcome: 'accepted' | 'refused') => interactions.inc({ outcome }),
    countRefused: (reason: string) => refused.inc({ reason }),
    observeFlush: (deliveries: number, durationMs: number) => {
      flushSize.observe(deliveries)
      flushSeconds.observe(durationMs / 1000)
    },
    showWaiting: (deliveries: number) => waiting.set(deliveries),
    /** A rate needs the series to be there before its first fault. */
    expectFaults: (part: string) => faults.inc({ part }, 0),
    countFault: (part: string) => faults.inc({ part }),
  }
}
