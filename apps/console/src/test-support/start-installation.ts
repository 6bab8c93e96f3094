import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { guardDirectory } from '@signalpost/embedded-postgres'
import { anyPorts, compileCache, programOf } from '@signalpost/testing'

export type Installation = {
  /** What the start printed. */
  block: string
  /** The link that logs the first admin in, once. */
  link: string
  dataDir: string
  /** Runs a command of the command line. Returns what it printed; throws if it failed. */
  run: (...words: string[]) => Promise<string>
  stop: () => Promise<void>
}

/**
 * The whole product as `npm start` runs it: all processes, on an embedded database of its own that is empty. `settings`
 * are more variables of its environment.
 */
export async function startInstallation(settings: Record<string, string> = {}): Promise<Installation> {
  const directory = mkdtempSync(join(tmpdir(), 'signalpost-console-'))
  // The database server may have to run as another user.
  chmodSync(directory, 0o755)
  const guard = guardDirectory(directory)
  const dataDir = join(directory, 'data')
  const env = {
    ...{ PATH: process.env.PATH, ...compileCache, ...anyPorts },
    ...{ SIGNALPOST_DATA_DIR: dataDir, SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.1/32' },
    ...settings,
  }
  const call = (words: readonly string[]): ChildProcess =>
    spawn(process.execPath, [programOf('cli'), ...words], { env, stdio: ['ignore', 'pipe', 'ignore'] })
  const product = call(['start'])
  const stop = async (): Promise<void> => {
    if (product.exitCode === null && product.signalCode === null) {
      product.kill('SIGTERM')
      await once(product, 'exit')
    }
    rmSync(directory, { recursive: true, force: true })
    guard.dismiss()
  }
  const block = await readBlock(product)
  const [, link] = /^Console: (\S+\/login#[\w-]{43})$/m.exec(block) ?? []
  if (link === undefined) {
    await stop()
    throw new Error(`The product did not start: ${block}`)
  }
  return {
    ...{ block, link, dataDir, stop },
    run: async (...words) => {
      const child = call(words)
      const printed = readAll(child)
      const [code] = await once(child, 'exit')
      if (code !== 0) throw new Error(`${words.join(' ')} ended with ${String(code)}: ${await printed}`)
      return printed
    },
  }
}

/** Reads up to the end of the block, which is the command that reads a signal back, or of the process. */
async function readBlock({ stdout }: ChildProcess): Promise<string> {
  let printed = ''
  if (stdout === null) return printed
  for await (const text of stdout.setEncoding('utf8').iterator({ destroyOnReturn: false })) {
    printed += String(text)
    if (/\/v1\/results\/.*\n\n$/.test(printed)) break
  }
  stdout.resume()
  return printed
}

async function readAll({ stdout }: ChildProcess): Promise<string> {
  let printed = ''
  for await (const text of stdout?.setEncoding('utf8') ?? []) printed += String(text)
  return printed
}
