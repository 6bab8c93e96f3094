import { type Environment, readCliConfig } from '../config.ts'
import type { Terminal } from '../terminal/terminal.ts'
import { createContext } from './context.ts'
import type { Call } from './create-program.ts'
import type { CliCommand } from './define-command.ts'

/** Runs a command, prints what it returns or what went wrong, and returns the exit code. */
export async function runCommand(
  { command, given, isJson, isConfirmed }: Call<CliCommand>,
  {
    terminal,
    env,
    workerPatienceMs,
  }: { terminal: Terminal; env: Environment; workerPatienceMs: number | undefined },
): Promise<number> {
  const { context, close } = createContext({
    readConfig: () => readCliConfig(env),
    terminal,
    nowMs: Date.now,
    isConfirmed,
    workerPatienceMs,
  })
  try {
    const outcome = await command.run(context, given)
    if (!('json' in outcome)) return outcome.exitCode
    if (isJson) terminal.print(JSON.stringify(outcome.json, null, 2))
    else if (outcome.text !== '') terminal.print(outcome.text)
    return outcome.exitCode ?? 0
  } catch (error) {
    const { reportError } = await import('./report-error.ts')
    const { exitCode, lines, body } = reportError(error)
    for (const line of lines) terminal.note(line)
    if (isJson && body !== undefined) terminal.print(JSON.stringify(body, null, 2))
    return exitCode
  } finally {
    await close()
  }
}

/** Returns what a command that only reads returns, and says nothing. Throws what it throws. */
export async function readOutcome(
  { command, given }: Pick<Call<CliCommand>, 'command' | 'given'>,
  { env }: { env: Environment },
): Promise<Awaited<ReturnType<CliCommand['run']>>> {
  const terminal: Terminal = {
    print: () => undefined,
    note: () => undefined,
    startProgress: () => ({ advance: () => undefined, stop: () => undefined }),
    ask: async () => false,
  }
  const options = { readConfig: () => readCliConfig(env), terminal, nowMs: Date.now, isConfirmed: false }
  const { context, close } = createContext(options)
  try {
    return await command.run(context, given)
  } finally {
    await close()
  }
}
