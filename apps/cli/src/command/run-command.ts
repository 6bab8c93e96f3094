import { allowSlowConnects } from '@signalpost/runtime'
import { type Environment, readCliConfig } from '../config.ts'
import type { ConsoleClient } from '../remote/console-client.ts'
import { findRemote, type Where } from '../remote/find-remote.ts'
import { isOfClient, isOfInstallation } from '../remote/local-commands.ts'
import { printableJson } from '../terminal/printable.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createContext } from './context.ts'
import type { Call } from './create-program.ts'
import type { CliCommand } from './define-command.ts'
import { UsageError } from './usage-error.ts'

/** How long a shell waits for each answer of a console elsewhere. */
const remoteLimitMs = 200

/** Runs a command, prints what it returns or what went wrong, and returns the exit code. */
export async function runCommand(
  { command, given, isJson, isConfirmed, where }: Call<CliCommand>,
  {
    terminal,
    env,
    workerPatienceMs,
  }: { terminal: Terminal; env: Environment; workerPatienceMs: number | undefined },
): Promise<number> {
  allowSlowConnects()
  let close: () => Promise<void> = async () => undefined
  let remote: Awaited<ReturnType<typeof remoteOf>>
  const notes: string[] = []
  /** Bad usage is one line, so nothing is said before that is read. */
  const sayNotes = () => {
    for (const line of notes.splice(0)) terminal.note(line)
  }
  const readConfig = () => {
    sayNotes()
    return readCliConfig(env)
  }
  try {
    remote = await remoteOf(command, { env, where, note: (line) => notes.push(line) })
    const opened = createContext({
      ...{ environment: env, readConfig, terminal, nowMs: Date.now, isConfirmed },
      ...{ workerPatienceMs, remote },
    })
    const { context } = opened
    close = opened.close
    const outcome = await command.run(context, given)
    sayNotes()
    if (!('json' in outcome)) return outcome.exitCode
    if (isJson) terminal.print(printableJson(outcome.json))
    else if (outcome.text !== '') terminal.print(outcome.text)
    return outcome.exitCode ?? 0
  } catch (error) {
    if (!(error instanceof UsageError)) sayNotes()
    const { reportError } = await import('./report-error.ts')
    const { exitCode, lines, body } = reportError(
      remote === undefined ? error : await explainForm(error, remote.client),
      { mayGoElsewhere: !where.isLocal && mayGoElsewhere(command) },
    )
    for (const line of lines) terminal.note(line)
    if (isJson && body !== undefined) terminal.print(printableJson(body))
    return exitCode
  } finally {
    await close()
  }
}

function mayGoElsewhere({ isService, path }: CliCommand): boolean {
  return !isService && !isOfClient(path) && !isOfInstallation(path)
}

/** A command that shows what a console answered fails at what the answer lacks. */
async function explainForm(error: unknown, { url }: ConsoleClient): Promise<unknown> {
  if (!(error instanceof TypeError || error instanceof RangeError)) return error
  const { ofAnotherForm } = await import('../remote/remote-error.ts')
  return ofAnotherForm(url, { cause: error })
}

/**
 * Returns the console that a command goes to; undefined for the installation of this machine, where commands about it always
 * work. Throws UsageError.
 */
async function remoteOf(
  { path, isService, parameters }: CliCommand,
  {
    env,
    where,
    note,
    timeoutMs,
  }: { env: Environment; where: Where; note: (line: string) => void; timeoutMs?: number },
): Promise<{ client: ConsoleClient; command: string } | undefined> {
  if (isOfClient(path)) {
    if (where.url !== undefined && 'url' in parameters)
      throw new UsageError(`--url goes after ${path}: ./signalpost ${path} --url …`)
    return undefined
  }
  if (isService) return undefined
  const found = await findRemote(env, where, note)
  if (found === undefined) return undefined
  if (isOfInstallation(path)) {
    note(`${path} is about the installation of this machine, not about ${found.url}.`)
    return undefined
  }
  const { createConsoleClient } = await import('../remote/console-client.ts')
  return { client: createConsoleClient(found, { timeoutMs }), command: path }
}

/** Returns what a command that only reads returns, and says nothing. Throws what it throws. */
export async function readOutcome(
  { command, given, where }: Pick<Call<CliCommand>, 'command' | 'given' | 'where'>,
  { env }: { env: Environment },
): Promise<Awaited<ReturnType<CliCommand['run']>>> {
  const terminal: Terminal = {
    print: () => undefined,
    note: () => undefined,
    startProgress: () => ({ advance: () => undefined, stop: () => undefined }),
    ask: async () => false,
  }
  const remote = await remoteOf(command, { env, where, note: terminal.note, timeoutMs: remoteLimitMs })
  const options = {
    ...{ environment: env, readConfig: () => readCliConfig(env), terminal, nowMs: Date.now },
    isConfirmed: false,
    remote,
  }
  const { context, close } = createContext(options)
  try {
    return await command.run(context, given)
  } finally {
    await close()
  }
}
