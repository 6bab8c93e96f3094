import { RejectedError } from '@signalpost/domain'
import type { InputOf, ParameterDescription, Parameters } from '../parameters/parameter.ts'
import type { CommandContext } from './context.ts'
import { UsageError } from './usage-error.ts'

/** The result of a command: one JSON document for programs, text for people, and whether something was refused. */
export type Outcome = { json: unknown; text: string; exitCode?: 0 | 1 }

/** The result of a service. It prints while it runs. */
type Ending = { exitCode: number }

/** What the parser and `--help` need of a command. */
export type CommandDescription = {
  /** The words of the command: `source create`. */
  path: string
  summary: string
  parameters: Record<string, ParameterDescription>
  /** Runs until a signal stops it, prints freely and takes no `--json`. */
  isService: boolean
  /** Who may do it at a console elsewhere. Without it, it works only where Signalpost is installed, or asks no one. */
  access?: Access | undefined
}

/** What an operation demands of the person who asks. */
export type Access = { demands: string; needsRecentLogin?: true | undefined }

/** One command of `./signalpost`, as `defineCommand` returns it. */
export type CliCommand = CommandDescription & {
  parameters: Parameters
  /** The operation that it is made from. */
  operation?: string
  run: (context: CommandContext, given: Given) => Promise<Outcome | Ending>
}

/** Returns the raw value of a parameter. */
export type Given = (name: string) => unknown

type Definition<P extends Parameters> = {
  path: string
  summary: string
  parameters: P
  /** The operation, or the one of several that demands the most. */
  access?: object | undefined
  run: (context: CommandContext, input: InputOf<P>) => Promise<Outcome>
}

type ServiceDefinition<P extends Parameters> = {
  path: string
  summary: string
  parameters?: P
  /** Returns the exit code. */
  run: (context: CommandContext, input: InputOf<P>) => Promise<number>
}

export function defineCommand<const P extends Parameters>({
  path,
  summary,
  parameters,
  access,
  run,
}: Definition<P>): CliCommand {
  return {
    ...{ path, summary, parameters },
    isService: false,
    access: access && readAccess(access),
    run: async (context, given) => {
      try {
        return await run(context, readInput(parameters, given))
      } catch (error) {
        throw asUsage(parameters, given, error)
      }
    },
  }
}

/** Returns what an operation demands. */
export function readAccess(operation: object): Access | undefined {
  if (!('demands' in operation)) return undefined
  const isRecent = 'needsRecentLogin' in operation && operation.needsRecentLogin === true
  return { demands: String(operation.demands), ...(isRecent && { needsRecentLogin: true }) }
}

export function defineService<const P extends Parameters = Record<never, never>>({
  path,
  summary,
  parameters,
  run,
}: ServiceDefinition<P>): CliCommand {
  return {
    path,
    summary,
    parameters: parameters ?? {},
    isService: true,
    // The cast: without parameters there is nothing to read, which the type parameter says by its default.
    run: async (context, given) => ({
      exitCode: await run(context, readInput(parameters ?? ({} as P), given)),
    }),
  }
}

/**
 * Returns bad usage in place of a refusal of the values of options alone, which only the act can judge, such as a moment that is
 * too far away. What a file holds is refused by its members.
 */
function asUsage(parameters: Parameters, given: Given, error: unknown): unknown {
  if (!(error instanceof RejectedError) || error.code !== 'invalid_request') return error
  const lines = (error.issues ?? []).map(({ path, message }) => {
    const [, name = ''] = /^(\w+)(?:\[\d+\](?:\.\w+)?)?$/.exec(path) ?? []
    const [option = ''] = parameters[name]?.flags.split(' ') ?? []
    const isGiven = option.startsWith('--') && [given(name)].flat().some((one) => one !== undefined)
    return isGiven ? `${option}: ${message}` : undefined
  })
  const [first] = lines
  return first === undefined || lines.includes(undefined)
    ? error
    : new UsageError(lines.join('; '), { cause: error })
}

/** Parses the value of each parameter. Throws UsageError. */
export function readInput<P extends Parameters>(parameters: P, given: Given): InputOf<P> {
  const entries = Object.entries(parameters).map(([name, parameter]) => [name, parameter.read(given(name))])
  // The cast: each entry was parsed by the parameter of its name.
  return Object.fromEntries(entries) as InputOf<P>
}
