import { operations } from '@signalpost/administration/operations'
import { operationCases, type StoreServices } from '@signalpost/administration/test-support'
import type { CliCommand } from '../command/define-command.ts'
import { loadCommands } from '../commands/commands.ts'

type Input = Record<string, unknown>

/** The words of commands whose options are not the members of the input. */
const special: Record<string, (input: Input) => string[]> = {
  'channel create webhook': ({ name }) => [
    '--name',
    String(name),
    '--url',
    'https://crm.example/hook',
    '--event',
    '*',
  ],
  'channel edit': ({ name }) => ['--name', String(name)],
  'channel lift': ({ address }) => [String(address)],
  'channel map-user': () => ['U1=usr_1'],
  'channel pause': () => ['--until', '1h'],
  'channel rotate': () => ['--overlap', '0'],
  'connection create': ({ platform }) => [String(platform)],
  'connection budget': () => ['--budget', '10/1m'],
  'delivery discard': withIds,
  'delivery replay': withIds,
  'listener set-bar': ({ bar }) => [String(bar)],
  'key create': () => ['--scope', 'signals:read'],
  'source create': ({ name }) => ['--name', String(name)],
  'source end-secret': ({ secretId }) => [String(secretId)],
  'source rotate': () => ['--overlap', '1h'],
  'rule create': ({ name }) => ['--name', String(name), '--channel', 'all'],
  'rule move': ({ direction }) => [String(direction)],
  'signal assign': ({ assignedTo }) => ['--to', String(assignedTo)],
  'signal verdict': ({ verdict }) => [String(verdict)],
  'silence create': () => ['--until', '1h'],
  'view create': () => ['--name', 'Urgent', '--filter', 'urgency=high'],
  'warehouse create postgres': ({ name, settings, secrets }) => {
    const { schema, url } = { ...Object(settings), ...Object(secrets) }
    return ['--name', String(name), '--schema', schema, '--url', url]
  },
  'warehouse edit': ({ name }) => ['--name', String(name)],
  'warehouse drop': () => ['--with-tables'],
  // Without an answer to wait for.
  'warehouse backfill': () => ['--detach'],
  'warehouse sync': () => ['--detach'],
  'warehouse verify': () => ['--detach'],
}

function withIds({ ids }: Input): string[] {
  return Array.isArray(ids) ? ids.map(String) : []
}

/** Commands that are called otherwise than their operations. */
const otherwise: Record<string, string> = {
  'channel.create': 'channel create webhook',
  'channel.map_users': 'channel map-user',
  'connection.set_budget': 'connection budget',
  'escalation.preview_stored': 'escalation preview',
  'listener.get': 'listener show',
  'listener.freeze_weights': 'listener weights',
  'listener.reset_weights': 'listener weights',
  'listener.thaw_weights': 'listener weights',
  'person.set_operator': 'person edit',
  'rule.preview_stored': 'rule preview',
  'signal.explain': 'listener explain',
  'signal.erase': 'erase signal',
  'signal.judge': 'signal verdict',
  'warehouse.create': 'warehouse create postgres',
  'warehouse.repair': 'warehouse verify',
  'workspace.set_assistant_policy': 'assistant policy',
  'workspace.set_fallback_channel': 'workspace update',
}

/** Those of many options, of the installation, or about what is elsewhere, which their own tests try. */
const untried = [
  ...['escalation create', 'key rotate-master'],
  ...['workspace create', 'workspace update', 'listener create', 'platform check', 'source test'],
]

const commands = new Map((await loadCommands()).map((command) => [command.path, command]))
/** Those that are one of several operations of their command, or that forms alone ask. */
const parts = [
  ...['escalation.preview', 'rule.preview'],
  ...['listener.freeze_weights', 'listener.reset_weights', 'listener.thaw_weights'],
  'person.set_operator',
  'warehouse.repair',
  'workspace.set_assistant_policy',
  'workspace.set_fallback_channel',
]
/** The operations whose commands a walk can write by themselves. */
export const tried = operations.flatMap((operation) => {
  const path = pathOf(operation)
  const command = commands.get(path)
  return command === undefined || untried.includes(path) || parts.includes(operation.name)
    ? []
    : [{ path, operation, command }]
})
export type Tried = (typeof tried)[number]

/** The line of a command, once what it needs is there. */
export async function wordsFor(
  { path, operation, command }: Tried,
  services: StoreServices,
  orgId: string,
): Promise<string[]> {
  const input = (await operationCases[operation.name]?.prepare(services, orgId)) ?? {}
  const { [subjectOf(operation)]: id, orgId: _orgId, ...members } = input
  const others = special[path]?.(members) ?? optionsFor(command, members)
  return [
    ...path.split(' '),
    ...(typeof id === 'string' ? [id] : []),
    ...others,
    '--yes',
    ...('workspace' in command.parameters ? ['--workspace', orgId] : []),
  ]
}

/** Acts without a command. */
export function withoutCommand(): string[] {
  return operations.flatMap((one) => (isAct(one) && !commands.has(pathOf(one)) ? [one.name] : []))
}

function optionsFor({ parameters }: CliCommand, members: Input): string[] {
  return Object.entries(members).flatMap(([name, value]) => {
    const [flag] = parameters[name]?.flags.split(' ') ?? []
    return flag === undefined ? [] : [flag, String(value)]
  })
}

function pathOf({ name }: { name: string }): string {
  return otherwise[name] ?? name.replace('.', ' ').replaceAll('_', '-')
}

export function isAct(operation: object): boolean {
  return 'run' in operation || 'around' in operation
}

function subjectOf({ name }: { name: string }): string {
  return `${name.split('.', 1)[0]}Id`
}

export function isAboutOne({ operation, command }: Tried): boolean {
  return subjectOf(operation) in command.parameters && 'workspace' in command.parameters
}
