import { setTimeout as sleep } from 'node:timers/promises'
import type { ProductProcess } from '../../support/product/product-process.ts'
import { pickOne } from '../../support/sending/random.ts'
import { defineFault, type Scene } from '../fault.ts'

const killsAtOnce = 10
/** About as long as a process needs to become ready, so some are killed before that. */
const longestPauseMs = 1_000
const frozenMs = 3_000
/** Longer than a sender waits for an answer, so requests meet the blocked loop. */
const blockedMs = 2_500

export const killIntake = defineFault({
  name: 'kill-intake',
  strike: (scene) => oneOf(scene, 'intake').kill(),
})

export const killWorker = defineFault({
  name: 'kill-worker',
  strike: (scene) => oneOf(scene, 'worker').kill(),
})

export const killEveryProcess = defineFault({
  name: 'kill-every-process',
  strike: async ({ harness }) => {
    await Promise.all(harness.product.processes.map((one) => one.kill()))
  },
})

/** Kills one after another, including processes that have not recovered from the last kill. */
export const killsInARow = defineFault({
  name: 'ten-kills-in-a-row',
  strike: async ({ harness }) => {
    for (let kill = 0; kill < killsAtOnce; kill += 1) {
      await pickOne(harness.product.processes, harness.random).kill()
      await sleep(harness.random() * longestPauseMs)
    }
  },
})

export const freezeIntake = defineFault({
  name: 'freeze-intake',
  strike: (scene) => freeze(oneOf(scene, 'intake')),
})

export const freezeWorker = defineFault({
  name: 'freeze-worker',
  strike: (scene) => freeze(oneOf(scene, 'worker')),
})

export const blockIntake = defineFault({
  name: 'block-event-loop-of-intake',
  strike: (scene) => block(oneOf(scene, 'intake')),
})

export const blockWorker = defineFault({
  name: 'block-event-loop-of-worker',
  strike: (scene) => block(oneOf(scene, 'worker')),
})

export const rollingRestart = defineFault({
  name: 'rolling-restart',
  strike: async ({ harness }) => {
    for (const one of harness.product.processes) {
      const { code, signal } = await one.stop()
      await one.start()
      if (code !== 0) throw new Error(`${one.name} ended with ${code ?? signal} when it was asked to stop.`)
    }
  },
})

function oneOf({ harness }: Scene, kind: 'intake' | 'worker'): ProductProcess {
  const ready = harness.product.processes.filter((one) => one.kind === kind && one.isReady())
  return pickOne(ready, harness.random)
}

async function freeze(one: ProductProcess): Promise<void> {
  one.freeze()
  await sleep(frozenMs)
  one.thaw()
}

async function block(one: ProductProcess): Promise<void> {
  one.command({ block: { forMs: blockedMs } })
  await sleep(blockedMs)
}
