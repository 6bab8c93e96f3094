import { setTimeout as sleep } from 'node:timers/promises'
import type { ProcessKind } from '../../support/product/product-process.ts'
import { defineFault, type Fault } from '../fault.ts'

const wrongMs = 3_000
const minuteMs = 60_000
const offsets = {
  '20-s-ahead': 20_000,
  '20-s-behind': -20_000,
  'an-hour-ahead': 60 * minuteMs,
  'an-hour-behind': -60 * minuteMs,
}

/** Gives one process of a kind a wrong clock, for each kind and each error. */
export const clocks: readonly Fault[] = (['intake', 'worker'] as const).flatMap((kind) =>
  Object.entries(offsets).map(([words, offsetMs]) =>
    defineFault({
      name: `clock-of-${kind}-${words}`,
      strike: async ({ harness }) => {
        const one = harness.product.processes.find((process) => isOf(kind, process))
        one?.command({ clock: { offsetMs } })
        await sleep(wrongMs)
        one?.command({ clock: { offsetMs: 0 } })
      },
    }),
  ),
)

function isOf(kind: ProcessKind, process: { kind: ProcessKind; isReady: () => boolean }): boolean {
  return process.kind === kind && process.isReady()
}
