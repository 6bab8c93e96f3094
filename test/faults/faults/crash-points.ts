import { deliveryPoints, type Point } from '@signalpost/runtime'
import { waitUntil } from '@signalpost/testing'
import { pickOne } from '../../support/sending/random.ts'
import { defineFault, type Fault } from '../fault.ts'

const latestPassage = 10
const intakePoints: readonly Point[] = [
  'request.verified',
  'batch.stored',
  'request.answered',
  'batch.enqueued',
]

/** Kills a process with SIGKILL at a point on the way of a delivery, for each point. */
export const crashes: readonly Fault[] = deliveryPoints.map((point) =>
  defineFault({
    name: `crash-at-${point.replace('.', '-')}`,
    strike: async ({ harness }) => {
      const kind = intakePoints.includes(point) ? 'intake' : 'worker'
      const ready = harness.product.processes.filter((one) => one.kind === kind && one.isReady())
      const victim = pickOne(ready, harness.random)
      const pid = victim.pid()
      victim.command({ crash: { point, passage: 1 + Math.floor(harness.random() * latestPassage) } })
      await waitUntil(`${victim.name} has crashed`, () => victim.pid() !== pid, { intervalMs: 10 })
    },
  }),
)
