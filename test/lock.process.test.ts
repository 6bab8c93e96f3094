import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'

let directory: string
let path: string

beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'signalpost-lock-'))
  path = join(directory, 'lock')
})

afterEach(() => rmSync(directory, { recursive: true, force: true }))

/** Takes the lock again and again. The file that only the holder has shows a second holder. */
const contender = `
const { writeFileSync, rmSync } = await import('node:fs')
const { lock } = await import(${JSON.stringify(join(import.meta.dirname, '../infra/lock.mjs'))})
const path = process.argv[1]
const { setTimeout: sleep } = await import('node:timers/promises')
for (let turn = 0; turn < 200; turn++) {
  const unlock = await lock(path)
  writeFileSync(path + '.held', '', { flag: 'wx' })
  rmSync(path + '.held')
  unlock()
  if (turn % 10 === 0) await sleep(1)
}
if (process.argv[2] === 'leave') {
  await lock(path)
  process.kill(process.pid, 'SIGKILL')
}
`

async function contend(...args: string[]): Promise<string> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', contender, path, ...args])
  const [stderr] = await Promise.all([text(child.stderr), once(child, 'close')])
  return stderr
}

test('one process at a time holds a lock, while others take and leave it at once', async () => {
  expect(await Promise.all(Array.from({ length: 6 }, () => contend()))).toEqual(Array(6).fill(''))
  expect(existsSync(path)).toBe(false)
})

test('a lock whose holder was killed passes to one of those that wait', async () => {
  expect(await Promise.all(Array.from({ length: 6 }, () => contend('leave')))).toEqual(Array(6).fill(''))
  expect(await contend()).toBe('')
})

test('while one process removes a stale lock, the others leave it alone', async () => {
  const dead = String(spawnSync('true').pid)
  writeFileSync(path, dead)
  writeFileSync(`${path}.guard`, '')
  const waiting = contend()
  await sleep(500)
  expect(readFileSync(path, 'utf8')).toBe(dead)
  rmSync(`${path}.guard`)
  expect(await waiting).toBe('')
})

test('a lock and the guard of its removal that killed processes left behind delay no one for long', async () => {
  const longAgo = new Date(Date.now() - 120_000)
  for (const left of [path, `${path}.guard`]) {
    writeFileSync(left, '')
    utimesSync(left, longAgo, longAgo)
  }
  expect(await contend()).toBe('')
  expect(readdirSync(directory)).toEqual([])
})

test('a holder that stood still for long leaves the lock of the next one alone', async () => {
  const hold = `
    const { lock } = await import(${JSON.stringify(join(import.meta.dirname, '../infra/lock.mjs'))})
    const { writeFileSync } = await import('node:fs')
    const unlock = await lock(process.argv[1])
    writeFileSync(process.argv[1], '1')
    unlock()
  `
  expect(spawnSync(process.execPath, ['--input-type=module', '-e', hold, path]).status).toBe(0)
  expect(existsSync(path)).toBe(true)
})
