import { createContext } from './command/context.ts'
import { type Call, createProgram } from './command/create-program.ts'
import { type Report, reportError } from './command/report-error.ts'
import { commands } from './commands/commands.ts'
import { type Environment, readCliConfig } from './config.ts'
import { createTerminal, type Terminal } from './terminal/terminal.ts'
import { version } from './version.ts'

/**
 * Runs one command line and returns its exit code: 0 done, 1 refused or failed, 2 bad usage, 3 the database is too new
 * for this version.
 */
export async function runCli({
  args,
  env,
  terminal = createTerminal(),
  workerPatienceMs,
}: {
  args: string[]
  env: Environment
  terminal?: Terminal
  /** How long workers have to take a job before a command runs it itself. */
  workerPatienceMs?: number
}): Promise<number> {
  let exitCode = 0
  const program = createProgram({
    version,
    commands,
    print: terminal.print,
    onCall: async (call) => {
      exitCode = await runCommand(call, { terminal, env, workerPatienceMs })
    },
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    return tell(reportError(error), { terminal, isJson: false })
  }
}

async function runCommand(
  { command, given, isJson, isConfirmed }: Call,
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
    return tell(reportError(error), { terminal, isJson })
  } finally {
    await close()
  }
}

function tell(
  { exitCode, lines, body }: Report,
  { terminal, isJson }: { terminal: Terminal; isJson: boolean },
) {
  for (const line of lines) terminal.note(line)
  if (isJson && body !== undefined) terminal.print(JSON.stringify(body, null, 2))
  return exitCode
}
