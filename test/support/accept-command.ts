import { createProgram } from '../../apps/cli/src/command/create-program.ts'
import type { Given } from '../../apps/cli/src/command/define-command.ts'
import { loadCommands } from '../../apps/cli/src/commands/commands.ts'

/** Parses a line as a shell and the command line do; runs nothing. Throws where a command or an option is unknown. */
export async function acceptCommand(line: string): Promise<void> {
  await readCommand(line)
}

/** Returns what the command line makes of a line: its command, and the texts of its parameters. */
export async function readCommand(line: string): Promise<{ path: string; given: Given }> {
  const words = wordsOf(line)
  const at = words.indexOf('./signalpost')
  let called: { path: string; given: Given } | undefined
  const program = createProgram({
    version: '0',
    commands: await loadCommands(),
    print: () => undefined,
    onCall: async ({ command, given }) => {
      called = { path: command.path, given }
    },
  })
  await program.parseAsync(words.slice(at + 1), { from: 'user' })
  if (called === undefined) throw new Error(`No command reads ${line}`)
  return called
}

/** The words of a line as a POSIX shell reads them, with single quotes alone. */
function wordsOf(line: string): string[] {
  const words = line.match(/(?:'[^']*'|\\'|[^\s'])+/g) ?? []
  return words.map((word) => word.replaceAll(/'([^']*)'|\\(')/g, '$1$2'))
}
