import { operations } from '@signalpost/administration/operations'
import { operationCases } from '@signalpost/administration/test-support'
import { createSecretBox } from '@signalpost/database'
import { defaultCell } from '@signalpost/domain'
import { expect, test } from 'vitest'
import type { CliCommand } from './command/define-command.ts'
import { loadCommands } from './commands/commands.ts'
import { stageAlertSettings, theirs } from './test-support/stage-alert-settings.ts'

type Input = Record<string, unknown>

/** The words of commands whose options are not the members of the input. */
const special: Record<string, (input: Input) => string[]> = {
  'channel lift': ({ address }) => [String(address)],
  'channel map-user': () => ['U1=usr_1'],
  'channel pause': () => ['--until', '1h'],
  'channel rotate': () => ['--overlap', '0'],
  'connection create': ({ platform }) => [String(platform)],
  'connection budget': () => ['--budget', '10/1m'],
  'listener set-bar': ({ bar }) => [String(bar)],
  'key create': () => ['--scope', 'signals:read'],
  'source create': ({ name }) => ['--name', String(name)],
  'source end-secret': ({ secretId }) => [String(secretId)],
  'source rotate': () => ['--overlap', '1h'],
  'rule create': ({ name }) => ['--name', String(name), '--channel', 'all'],
  'rule move': ({ direction }) => [String(direction)],
  'silence create': () => ['--until', '1h'],
  'view create': () => ['--name', 'Urgent', '--filter', 'urgency=high'],
  // Without an answer to wait for.
  'warehouse backfill': () => ['--detach'],
  'warehouse sync': () => ['--detach'],
  'warehouse verify': () => ['--detach'],
}

/** Commands that are called otherwise than their operations. */
const otherwise: Record<string, string> = {
  'channel.map_users': 'channel map-user',
  'connection.set_budget': 'connection budget',
  'listener.freeze_weights': 'listener weights',
  'listener.reset_weights': 'listener weights',
  'listener.thaw_weights': 'listener weights',
  'person.set_operator': 'person edit',
  'warehouse.repair': 'warehouse verify',
  'workspace.set_assistant_policy': 'assistant policy',
  'workspace.set_fallback_channel': 'workspace update',
}

/** Those of many options, or of the installation, which their own tests try. */
const untried = [
  ...['escalation create', 'escalation preview', 'rule preview', 'key rotate-master'],
  ...['workspace create', 'workspace update', 'listener create'],
]

const commands = new Map((await loadCommands()).map((command) => [command.path, command]))
/** Those that are one of several operations of their command. */
const parts = [
  ...['listener.freeze_weights', 'listener.reset_weights', 'listener.thaw_weights'],
  'person.set_operator',
  'warehouse.repair',
  'workspace.set_assistant_policy',
  'workspace.set_fallback_channel',
]
const tried = operations.flatMap((operation) => {
  const path = pathOf(operation)
  const command = commands.get(path)
  return command === undefined || untried.includes(path) || parts.includes(operation.name)
    ? []
    : [{ path, operation, command }]
})
const stage = stageAlertSettings()

test('every act is a command', () => {
  const without = operations.filter((operation) => isAct(operation) && !commands.has(pathOf(operation)))
  expect(without.map(({ name }) => name)).toEqual([])
})

test.each(tried)('$path says in its help what its operation does', ({ operation, command }) => {
  expect(command.summary).toContain(operation.summary)
})

test.each(tried)('$path leaves one audit row of the command line, or none if it reads', async (one) => {
  const before = await auditRows()
  await stage.json(await wordsFor(one))
  const written = (await auditRows()).slice(before.length)
  const isOfInstallation = operationCases[one.operation.name]?.isOfInstallation === true
  const row = { act: one.operation.name, actor_kind: 'cli', org_id: isOfInstallation ? null : 'org_acme' }
  expect(written).toEqual(isAct(one.operation) ? [expect.objectContaining(row)] : [])
})

test.each(tried.filter(isAboutOne))('$path finds nothing of another workspace', async (one) => {
  const before = await auditRows()
  const words = (await wordsFor(one)).filter((word) => word !== '--workspace' && word !== 'org_acme')
  expect(await stage.refusal([...words, ...theirs])).toMatchObject({ exitCode: 1, code: 'not_found' })
  expect(await auditRows()).toEqual(before)
})

test.each(tried)('$path knows no option that it does not declare', async (one) => {
  const words = [...(await wordsFor(one)), '--nonsense', '1']
  expect(await stage.refusal(words)).toMatchObject({
    exitCode: 2,
    line: expect.stringContaining('--nonsense'),
  })
})

type Tried = (typeof tried)[number]

/** The line of a command, once what it needs is there. */
async function wordsFor({ path, operation, command }: Tried): Promise<string[]> {
  const { database, pool, url, masterKey } = stage.store
  const secretBox = createSecretBox(masterKey)
  const services = { database, pool, url, secretBox, cell: defaultCell, nowMs: Date.now }
  const input = (await operationCases[operation.name]?.prepare(services, 'org_acme')) ?? {}
  const { [subjectOf(operation)]: id, orgId: _orgId, ...members } = input
  const others = special[path]?.(members) ?? optionsFor(command, members)
  return [
    ...path.split(' '),
    ...(typeof id === 'string' ? [id] : []),
    ...others,
    '--yes',
    ...('workspace' in command.parameters ? ['--workspace', 'org_acme'] : []),
  ]
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

function isAct(operation: object): boolean {
  return 'run' in operation || 'around' in operation
}

function subjectOf({ name }: { name: string }): string {
  return `${name.split('.', 1)[0]}Id`
}

function isAboutOne({ operation, command }: Tried): boolean {
  return subjectOf(operation) in command.parameters && 'workspace' in command.parameters
}

async function auditRows(): Promise<object[]> {
  const { rows } = await stage.store.pool.query<object>('select * from audit_log order by audit_id')
  return rows
}
