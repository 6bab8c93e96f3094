import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { expect, test } from 'vitest'
import { startTemporaryPostgres } from './index.ts'

test('leaves neither process nor files behind when it is stopped', async () => {
  const server = await startTemporaryPostgres()
  const dataPath = dataPathOf(server.pid)
  expect(existsSync(dataPath)).toBe(true)
  await server.stop()
  expect(existsSync(dataPath)).toBe(false)
  await expect.poll(() => existsSync(`/proc/${server.pid}`)).toBe(false)
})

test('leaves neither process nor files behind when the process that started it is killed', async () => {
  const program = `
    import { startTemporaryPostgres } from ${JSON.stringify(import.meta.resolve('./index.ts'))}
    console.log((await startTemporaryPostgres()).pid)
  `
  const owner = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface({ input: owner.stdout }), 'line')
  const pid = Number(line)
  const dataPath = dataPathOf(pid)
  owner.kill('SIGKILL')
  await expect.poll(() => existsSync(`/proc/${pid}`) || existsSync(dataPath), { timeout: 10_000 }).toBe(false)
})

function dataPathOf(pid: number): string {
  const [, , dataPath] = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0')
  if (dataPath === undefined) throw new Error('the server names no data directory')
  return dataPath
}
