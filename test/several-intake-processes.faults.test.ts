import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { expectSound } from './support/expect-sound.ts'
import { startTestHarness } from './support/product/start-test-harness.ts'
import { underLoad } from './support/sending/under-load.ts'

const rounds = 9
const betweenMs = 700

function childrenOf(pid: number): number[] {
  const text = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim()
  return text === '' ? [] : text.split(' ').map(Number)
}

test('nothing accepted is lost while the processes of an intake are killed in turn, the supervising one too', {
  timeout: 180_000,
}, async (context) => {
  const env = { SIGNALPOST_INTAKE_PROCESSES: '2' }
  const harness = await startTestHarness(context, { backend: 'postgres', env })
  const [intake] = harness.product.intakes
  if (intake === undefined) throw new Error('no intake')
  const orphans: number[] = []
  let killed = 0
  await underLoad(harness, async () => {
    for (let round = 0; round < rounds; round += 1) {
      const serving = childrenOf(intake.pid() ?? 0)
      if (round % 3 === 2) {
        orphans.push(...serving)
        await intake.kill()
        await intake.whenReady()
      } else if (serving[0] !== undefined) {
        process.kill(serving[0], 'SIGKILL')
        killed += 1
      }
      await sleep(betweenMs)
    }
  })
  expect(killed).toBeGreaterThanOrEqual(5)
  await expectSound(harness)
  await expect.poll(() => orphans.filter(isAlive), { timeout: 30_000 }).toEqual([])
})

function isAlive(pid: number): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8') !== ''
  } catch {
    return false // it is gone
  }
}
