import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { afterEach, expect, test } from 'vitest'
import { isHalted } from './is-halted.ts'

const child = spawn('sleep', ['60'])
const { pid = 0 } = child

afterEach(() => child.kill('SIGKILL'))

test.runIf(existsSync('/proc/self/stat'))('distinguishes a stopped process from a running one', async () => {
  expect(isHalted(pid)).toBe(false)
  child.kill('SIGSTOP')
  await expect.poll(() => isHalted(pid)).toBe(true)
  child.kill('SIGCONT')
  await expect.poll(() => isHalted(pid)).toBe(false)
  expect(isHalted(2 ** 22)).toBe(false)
})
