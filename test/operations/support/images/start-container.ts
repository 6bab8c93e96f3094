import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { constants, tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { bundleConfig, type ContainerOptions } from './bundle-config.ts'
import { type Ended, runProgram } from './run-program.ts'

export type Container = {
  /** What it wrote to stdout and stderr so far. */
  output: () => string
  /** What it wrote to stdout alone. */
  stdout: () => string
  /** The exit code, 128 and more for a signal, or undefined while it runs. */
  exitCode: () => number | undefined
  /** Resolves to the exit code when it ends. */
  ended: Promise<number>
  /** Runs a program inside, as the container's user and with its environment. */
  exec: (words: readonly string[]) => Promise<Ended>
  /** Runs the health check of the image once, or another in the form of compose, and says whether it passed. */
  isHealthy: (test?: readonly string[]) => Promise<boolean>
  /** Sends a signal to its first process. */
  kill: (signal: NodeJS.Signals) => Promise<void>
  /** Sends SIGTERM and, if it still runs after the grace time, SIGKILL. Resolves to how it ended and how long that took. */
  stop: (options?: { graceMs?: number }) => Promise<{ exitCode: number; tookMs: number }>
  /** Kills it if it runs, and removes what it left. Safe to call twice. */
  remove: () => Promise<void>
}

/**
 * Starts an image as a container, by runc: its user, a read-only root, an empty `/tmp` and `/run` in memory, no
 * capabilities, no new privileges, its own processes; the network is the host's. Does not wait until it is ready. Call
 * `remove` at the end, also when a test fails.
 */
export async function startContainer(options: ContainerOptions): Promise<Container> {
  const bundle = mkdtempSync(join(tmpdir(), 'signalpost-container-'))
  const name = basename(bundle)
  const state = join(bundle, 'state')
  const runc = ['runc', '--root', state]
  const mounts = Object.entries(options.files ?? {}).map(([path, content], index) => {
    const source = join(bundle, 'files', String(index))
    mkdirSync(join(bundle, 'files'), { recursive: true })
    writeFileSync(source, content)
    // As compose and Kubernetes hand them over; the directory around it is private.
    chmodSync(source, 0o444)
    return { source, destination: path }
  })
  const config = bundleConfig({ ...options, name, mounts })
  writeFileSync(join(bundle, 'config.json'), JSON.stringify(config))

  const child = spawn('runc', ['--root', state, 'run', '--bundle', bundle, name], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  let stdout = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
    stdout += text
  })
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  let code: number | undefined
  const ended = whenEnded(child).then((exitCode) => {
    code = exitCode
    return exitCode
  })

  const kill = async (signal: NodeJS.Signals): Promise<void> => {
    await runProgram([...runc, 'kill', name, signal])
  }
  const exec = (words: readonly string[]): Promise<Ended> => runProgram([...runc, 'exec', name, ...words])
  return {
    output: () => output,
    stdout: () => stdout,
    exitCode: () => code,
    ended,
    exec,
    isHealthy: async (test = options.image.config.Healthcheck.Test) => {
      const { exitCode } = await exec(programOf(test))
      return exitCode === 0
    },
    kill,
    stop: async ({ graceMs = 60_000 } = {}) => {
      const askedAt = performance.now()
      await kill('SIGTERM')
      const grace = new AbortController()
      const tooLate = sleep(graceMs, undefined, { signal: grace.signal }).then(
        () => kill('SIGKILL'),
        () => undefined,
      )
      const exitCode = await ended
      grace.abort()
      await tooLate
      return { exitCode, tookMs: performance.now() - askedAt }
    },
    remove: async () => {
      if (code === undefined) await kill('SIGKILL')
      await ended
      await runProgram([...runc, 'delete', '--force', name])
      rmSync(bundle, { recursive: true, force: true })
    },
  }
}

/** Runs a container to its end and removes it. */
export async function runContainer(
  options: ContainerOptions,
): Promise<{ exitCode: number; output: string; stdout: string }> {
  const container = await startContainer(options)
  try {
    const exitCode = await container.ended
    return { exitCode, output: container.output(), stdout: container.stdout() }
  } finally {
    await container.remove()
  }
}

async function whenEnded(child: ChildProcess): Promise<number> {
  await once(child, 'close')
  const { exitCode, signalCode } = child
  return exitCode ?? 128 + (signalCode === null ? 0 : constants.signals[signalCode])
}

function programOf([kind, ...words]: readonly string[]): readonly string[] {
  if (kind !== 'CMD')
    throw new Error(`This health check needs a shell, which the image may lack: ${words.join(' ')}`)
  return words
}
