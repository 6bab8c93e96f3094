import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createScratch, removeAbandonedScratch } from './scratch.ts'

let parent: string

beforeAll(async () => {
  parent = await mkdtemp(join(tmpdir(), 'signalpost-scratch-test-'))
})

afterAll(() => rm(parent, { recursive: true }))

test('removes the directories of processes that were killed, and no others', async () => {
  const own = await createScratch(parent)
  const script = `
    const { createScratch } = await import(${JSON.stringify(new URL('./scratch.ts', import.meta.url).href)})
    process.stdout.write((await createScratch(process.argv[1])).batches)
    setInterval(() => undefined, 1_000)`
  const other = spawn(process.execPath, ['--input-type=module', '-e', script, parent])
  const [written] = await once(other.stdout, 'data')
  const batches = String(written)
  await removeAbandonedScratch(parent)
  expect([existsSync(own.batches), existsSync(batches)]).toEqual([true, true])
  other.kill('SIGKILL')
  await once(other, 'exit')
  await removeAbandonedScratch(parent)
  expect([existsSync(own.batches), existsSync(batches)]).toEqual([true, false])
  await own.remove()
})
