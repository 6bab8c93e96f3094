import type { CommandDescription } from '../command/define-command.ts'
import { commandLoaders } from './commands.ts'

/** What the parser and `--help` need of each command, and which loader has its code. */
export type LoadableCommand = CommandDescription & { loader: number }

/** Describes every command. That loads the code of them all, so a bundle has their descriptions in a file. */
export async function describeCommands(): Promise<readonly LoadableCommand[]> {
  const loaded = await Promise.all(
    commandLoaders.map(async (load, loader) =>
      [await load()].flat().map((command) => ({ ...command, loader })),
    ),
  )
  return loaded.flat().map(({ path, summary, isService, access, parameters, loader }) => ({
    ...{ path, summary, isService, access, loader },
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([name, parameter]) => {
        const { read: _read, ...described } = parameter
        return [name, described]
      }),
    ),
  }))
}
