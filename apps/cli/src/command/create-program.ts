import { Argument, Command, Option } from 'commander'
import type { Parameter } from '../parameters/parameter.ts'
import type { CliCommand, Given } from './define-command.ts'

export type Call = { command: CliCommand; given: Given; isJson: boolean; isConfirmed: boolean }

type Options = {
  version: string
  commands: readonly CliCommand[]
  /** Gets the text of `--help` and `--version`. */
  print: (text: string) => void
  onCall: (call: Call) => Promise<void>
}

const groups: Record<string, string> = {
  workspace: 'Tenants.',
  person: 'People who log in to the console, and their roles.',
  invitation: 'Invitations of people into a workspace.',
  key: 'API keys of a workspace.',
  source: 'Registered senders and their secrets.',
  event: 'Events, sent or signed from here.',
  delivery: 'Deliveries in the ledger, and their outcomes.',
  channel: 'Where alerts are sent.',
  'channel create': 'Create a channel of one kind.',
  rule: 'Which signals raise alerts, and where.',
  silence: 'Mute alerts for a while.',
  alert: 'What was sent, or why it was not.',
  collection: 'Collections of saved signals.',
  note: 'What people wrote about signals, accounts and deals.',
  erase: 'Delete permanently.',
  job: 'Long work that workers run.',
  audit: 'What people, keys and the command line did.',
  warehouse: 'Databases and files that the records are synced to.',
  'warehouse create': 'Create a warehouse of one kind.',
}

/** The parser of the command line. It writes nothing to stderr: what is wrong is thrown as CommanderError. */
export function createProgram({ version, commands, print, onCall }: Options): Command {
  const program = new Command('signalpost')
    .description('Operates Signalpost: signals in, verified and applied exactly once.')
    .version(version, '--version', 'print the version')
    .exitOverride()
    .enablePositionalOptions()
    .configureOutput({ writeOut: print, writeErr: () => undefined, outputError: () => undefined })
  for (const command of commands) addCommand(program, command, onCall)
  return program
}

function addCommand(program: Command, command: CliCommand, onCall: Options['onCall']): void {
  const words = command.path.split(' ')
  const group = words.slice(0, -1).reduce((parent, _word, index) => {
    return groupOf(parent, words.slice(0, index + 1).join(' '))
  }, program)
  const target = makeCommand(group, words.at(-1) ?? '')
  // A command that has commands below it must leave their options to them.
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
  if (!command.isService) {
    target.option('--json', 'print one JSON document')
    target.option('-y, --yes', 'answer every question with yes')
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

function addOption(target: Command, { flags, description, isMandatory }: Parameter<unknown>): string {
  const option = new Option(flags, description).makeOptionMandatory(isMandatory)
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
