import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { canMount, mountSmallDisk } from '@signalpost/testing'
import { expect, onTestFinished, test } from 'vitest'

const begin = `
  import { createLogger } from ${JSON.stringify(new URL('../packages/runtime/src/index.ts', import.meta.url).href)}
  const logger = createLogger({ name: 'test' })`

const argumentsOf = (script: string) => ['--input-type=module', '--eval', `${begin}\n${script}`]

test('a process whose log has no room lives on, and keeps little of what it could not write', () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const script = `
    const text = 'x'.repeat(1_000)
    for (let line = 0; line < 100_000; line += 1) logger.info({ text }, 'line')
    process.stderr.write('lives')`
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--max-old-space-size=48', ...argumentsOf(script)],
    { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
  )
  expect([status, stderr]).toEqual([0, 'lives'])
})

test.runIf(canMount())('lines are written again, and whole, once the disk has room', async () => {
  const disk = mountSmallDisk('1m')
  onTestFinished(() => disk.unmount())
  const path = join(disk.path, 'log')
  const log = openSync(path, 'a')
  const script = "let line = 0; setInterval(() => logger.info({ line: line += 1 }, 'line'), 2)"
  const child = spawn(process.execPath, argumentsOf(script), { stdio: ['ignore', log, 'inherit'] })
  closeSync(log)
  onTestFinished(async () => {
    child.kill('SIGKILL')
    if (child.exitCode === null && child.signalCode === null) await once(child, 'exit')
  })
  const written = () => readFileSync(path, 'utf8').split('\n').slice(0, -1)
  await expect.poll(() => written().length).toBeGreaterThan(10)
  disk.fill()
  // A file has room until the end of its last page.
  let last = -1
  const isFull = () => {
    const before = last
    last = written().length
    return last === before
  }
  await expect.poll(isFull, { interval: 500 }).toBe(true)
  disk.free()
  await expect.poll(() => written().length).toBeGreaterThan(last + 10)
  const lines = written().map((line) => (JSON.parse(line) as { line: number }).line)
  expect(lines).toEqual(lines.map((_line, index) => index + 1))
})
