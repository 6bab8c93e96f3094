import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { guardDirectory, removeDatabase } from '@signalpost/embedded-postgres'
import { anyPorts, compileCache, programOf } from '@signalpost/testing'
import { expect, onTestFinished, test } from 'vitest'
import { cliWith } from '../../test-support/call-cli.ts'

const isRoot = process.getuid?.() === 0

test.runIf(isRoot)(
  'every start and doctor say where a database is that is not in the data directory',
  {
    timeout: 60_000,
  },
  async () => {
    // Private, as mkdtemp makes it, so that only root can enter it.
    const directory = mkdtempSync(join(tmpdir(), 'signalpost-elsewhere-'))
    const guard = guardDirectory(directory)
    onTestFinished(() => guard.release())
    const dataDir = join(directory, 'data')
    const environment = { SIGNALPOST_DATA_DIR: dataDir, ...anyPorts }
    const env = { PATH: process.env.PATH, ...compileCache, ...environment }
    const product = spawn(process.execPath, [programOf('cli'), 'start'], {
      env,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
    onTestFinished(async () => {
      product.kill('SIGTERM')
      if (product.exitCode === null) await once(product, 'exit')
      await removeDatabase(dataDir)
    })

    const block = await readBlock(product.stdout)
    const home = readFileSync(join(dataDir, 'postgres-location'), 'utf8').trim()
    expect(block).toContain(`\nThe database is not in the data directory ${dataDir}, but in ${home}\n`)
    const { stdout } = await cliWith(environment)(['doctor', '--json'])
    const { checks } = JSON.parse(stdout) as { checks: { name: string }[] }
    expect(checks.find(({ name }) => name === 'embedded database')).toEqual({
      ...{ name: 'embedded database', ok: true },
      message: `in ${home}, because PostgreSQL cannot enter ${dataDir}`,
      remedy: expect.stringContaining('./signalpost backup create'),
    })
  },
)

async function readBlock(stdout: Readable): Promise<string> {
  let printed = ''
  for await (const text of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(text)
    if (printed.endsWith('\n\n') && printed.includes('/v1/results/')) break
  }
  stdout.resume()
  return printed
}
