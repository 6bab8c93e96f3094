import { Argument, Command, Option } from 'commander'
import type { ParameterDescription } from '../parameters/parameter.ts'
import type { Where } from '../remote/find-remote.ts'
import { isLocal } from '../remote/local-commands.ts'
import type { CommandDescription, Given } from './define-command.ts'
import { groups } from './groups.ts'
import { programOptions } from './program-options.ts'

export type Call<C = CommandDescription> = {
  command: C
  given: Given
  isJson: boolean
  isConfirmed: boolean
  where: Where
}

type Options<C> = {
  version: string
  commands: readonly C[]
  /** Receives the text of `--help` and `--version`. */
  print: (text: string) => void
  onCall: (call: Call<C>) => Promise<void>
}

/** Creates the parser of the command line. It throws bad usage as CommanderError and writes nothing to stderr. */
export function createProgram<C extends CommandDescription>({
  version,
  commands,
  print,
  onCall,
}: Options<C>): Command {
  const program = new Command('signalpost')
    .description('Operates Signalpost: signals in, verified and applied exactly once.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({ writeOut: print, writeErr: () => undefined, outputError: () => undefined })
  for (const [flags, description] of programOptions) program.option(flags, description)
  const whereOf = (): Where => {
    const { local, url, allowHttp } = program.opts<{ local?: true; url?: string; allowHttp?: true }>()
    return { isLocal: local === true, url, allowsHttp: allowHttp === true }
  }
  for (const command of commands) {
    addCommand(program, command, (call) => onCall({ ...call, where: whereOf() }))
  }
  return program
}

function addCommand<C extends CommandDescription>(
  program: Command,
  command: C,
  onCall: (call: Omit<Call<C>, 'where'>) => Promise<void>,
): void {
  const words = command.path.split(' ')
  const group = words.slice(0, -1).reduce((parent, _word, index) => {
    return groupOf(parent, words.slice(0, index + 1).join(' '))
  }, program)
  const target = makeCommand(group, words.at(-1) ?? '')
  // A command with subcommands must leave their options to them.
  target.description(command.summary).enablePositionalOptions()
  const optionNames = new Map<string, string>()
  const argumentIndexes = new Map<string, number>()
  for (const [name, parameter] of Object.entries(command.parameters)) {
    if (parameter.flags.startsWith('-')) {
      optionNames.set(name, addOption(target, parameter))
    } else {
      argumentIndexes.set(name, argumentIndexes.size)
      target.addArgument(new Argument(parameter.flags, parameter.description))
    }
  }
  const place = describePlace(command)
  if (place !== undefined) target.addHelpText('after', `\n${place}`)
  if (!command.isService) {
    target.option('--json', 'print one JSON document')
    target.option('-y, --yes', 'confirm every question')
  }
  target.action(async () => {
    const options: Record<string, unknown> = target.opts()
    const given: Given = (name) => {
      const index = argumentIndexes.get(name)
      return index === undefined ? options[optionNames.get(name) ?? name] : target.processedArgs[index]
    }
    await onCall({ command, given, isJson: options.json === true, isConfirmed: options.yes === true })
  })
}

/** Says who may use a command at a console elsewhere, or that it works at the installation alone. */
function describePlace({ path, access, isService }: CommandDescription): string | undefined {
  if (isService) return undefined
  if (isLocal(path)) return 'Works only where Signalpost is installed.'
  if (access === undefined) return undefined
  const who: Record<string, string> = { viewer: 'everyone', member: 'members and admins', admin: 'admins' }
  const recent = access.needsRecentLogin ? ', within 15 minutes of the login' : ''
  return `At a console elsewhere: for ${who[access.demands] ?? access.demands}${recent}.`
}

function addOption(
  target: Command,
  { flags, description, isMandatory, isLines }: ParameterDescription,
): string {
  const option = new Option(flags, description).makeOptionMandatory(isMandatory)
  if (isLines)
    option.argParser<string>((text, before) => (before === undefined ? text : `${before}\n${text}`))
  target.addOption(option)
  return option.attributeName()
}

function groupOf(parent: Command, path: string): Command {
  const name = path.split(' ').at(-1) ?? ''
  const existing = findCommand(parent, name)
  if (existing !== undefined) return existing
  return parent.command(name).description(groups[path] ?? '')
}

function makeCommand(parent: Command, name: string): Command {
  return findCommand(parent, name) ?? parent.command(name)
}

function findCommand(parent: Command, name: string): Command | undefined {
  return parent.commands.find((command) => command.name() === name)
}
