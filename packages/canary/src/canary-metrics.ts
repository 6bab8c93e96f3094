import { type CanaryStage, canaryStages } from '@signalpost/domain'
import { Counter, Histogram, type Registry } from 'prom-client'

export type CanaryMetrics = ReturnType<typeof createCanaryMetrics>

export function createCanaryMetrics(registry: Registry) {
  const registers = [registry]
  const seconds = new Histogram({
    name: 'signalpost_canary_seconds',
    help: 'Time that the canary needed for a stage that it reached.',
    labelNames: ['stage'],
    buckets: [0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 30],
    registers,
  })
  const failures = new Counter({
    name: 'signalpost_canary_failures_total',
    help: 'Rounds in which the canary did not reach a stage within 30 s.',
    labelNames: ['stage'],
    registers,
  })
  for (const stage of canaryStages) {
    seconds.zero({ stage })
    failures.inc({ stage }, 0)
  }
  return {
    observe: (stage: CanaryStage, round: { seconds: number; hasFailed: boolean }) => {
      if (round.hasFailed) failures.inc({ stage })
      else seconds.observe({ stage }, round.seconds)
    },
  }
}
