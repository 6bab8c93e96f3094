import { CommanderError } from 'commander'
import { createProgram } from './command/create-program.ts'
import { oneLine } from './command/explain-error.ts'
import { loadCommand } from './commands/commands.ts'
import { describeCommands } from './commands/describe-commands.ts'
import type { Environment } from './config.ts'
import { createTerminal, type Terminal, withPrintable } from './terminal/terminal.ts'
import { version } from './version.ts'

/**
 * Runs one command line and returns its exit code: 0 done, 1 refused or failed, 2 bad usage, 3 the database is too new
 * for this version. Loads the code of the command that runs, and of no other.
 */
export async function runCli({
  args,
  env,
  terminal: shown = createTerminal(),
  workerPatienceMs,
}: {
  args: string[]
  env: Environment
  terminal?: Terminal
  /** How long workers have to take a job before a command runs it itself. */
  workerPatienceMs?: number
}): Promise<number> {
  const terminal = withPrintable(shown)
  let exitCode = 0
  const program = createProgram({
    version,
    commands: await describeCommands(),
    print: terminal.print,
    onCall: async ({ command: { path, loader }, ...call }) => {
      const [{ runCommand }, command] = await Promise.all([
        import('./command/run-command.ts'),
        loadCommand({ path, loader }),
      ])
      exitCode = await runCommand({ command, ...call }, { terminal, env, workerPatienceMs })
    },
  })
  try {
    await program.parseAsync(args, { from: 'user' })
    return exitCode
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    if (error.exitCode === 0) return 0
    terminal.note(
      error.code === 'commander.help'
        ? 'error: a command is missing; --help lists them'
        : oneLine(error.message),
    )
    return 2
  }
}
