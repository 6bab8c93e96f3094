import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync } from 'node:fs'
import { text } from 'node:stream/consumers'
import { compileCache, programOf } from '@signalpost/testing'
import { expect, onTestFinished, test } from 'vitest'

test('what runs lives on when no one reads its notes any more', async () => {
  const script = `
    import { createTerminal } from ${JSON.stringify(new URL('./terminal.ts', import.meta.url).href)}
    const terminal = createTerminal()
    process.stdin.once('data', () => {
      terminal.note('PostgreSQL ended; restarting it')
      setTimeout(() => {
        terminal.print('lives')
        process.exit()
      }, 100)
    })
    terminal.print('ready')`
  const child = spawn(process.execPath, ['--input-type=module', '--eval', script], { stdio: 'pipe' })
  const printed = text(child.stdout)
  child.stderr.destroy()
  await once(child.stderr, 'close')
  child.stdin.write('go')
  const [exitCode] = await once(child, 'exit')
  expect([exitCode, await printed]).toEqual([0, 'ready\nlives\n'])
})

test('output that cannot be written fails the command in one line', () => {
  const full = openSync('/dev/full', 'w')
  onTestFinished(() => closeSync(full))
  const { status, stderr } = spawnSync(process.execPath, [programOf('cli'), 'completion', 'bash'], {
    ...{ stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
    env: { PATH: process.env.PATH, ...compileCache },
  })
  expect([status, stderr]).toEqual([1, 'error: the output cannot be written (ENOSPC)\n'])
})
