import { listAlertsRead } from '@signalpost/administration/alert'
import { showDeliveryRead } from '@signalpost/administration/delivery'
import { operationCases } from '@signalpost/administration/test-support'
import { createSecretBox } from '@signalpost/database'
import { defaultCell } from '@signalpost/domain'
import { expect, test } from 'vitest'
import { z } from 'zod'
import {
  isAboutOne,
  isAct,
  type Tried,
  tried,
  withoutCommand,
  wordsFor as wordsOf,
} from './test-support/operation-words.ts'
import { stageAlertSettings, theirs } from './test-support/stage-alert-settings.ts'

const stage = stageAlertSettings()

/**
 * What people do to records and for themselves is done in pages, and by keys and assistants. A form tries what is typed into it;
 * `channel test` tries what `channel create` stored.
 */
const inPages = [
  'channel.test_draft',
  ...['assistant.confirm', 'signal.save', 'signal.remove', 'note.create', 'deal.create', 'deal.update'],
  ...['inbox.read', 'inbox.read_all'],
]

test('every act is a command, but for those that a list gives a reason for', () => {
  expect(withoutCommand().toSorted()).toEqual(inPages.toSorted())
})

/** A command of one kind of thing says what the kind is. */
const ofKinds = ['channel create webhook', 'warehouse create postgres']

test.each(tried.filter(({ path }) => !ofKinds.includes(path)))(
  '$path says in its help what its operation does',
  ({ operation, command }) => {
    expect(command.summary).toContain(operation.summary)
  },
)

/** What commands leave out of a document: what only pages need, or what they show one level higher. */
const leftOut: Record<string, readonly string[]> = {
  'signal show': ['signal', 'listenerName', 'others', 'deals', 'notes', 'lists'],
  'listener show': ['id', 'lastFoundAt', 'good', 'bad', 'own'],
  'listener explain': ['explanation'],
  'rule preview': ['cutAt'],
  'escalation preview': ['cutAt'],
  'platform list': ['connection', 'missing'],
  'alert show': ['reason', 'sentAt'],
}

/** Lists that are empty here. */
const empty = ['note list', 'person sessions', 'invitation list', 'warehouse list']

const derived = tried.flatMap(({ operation, ...one }) =>
  'isDocument' in operation && operation.output.schema instanceof z.ZodObject && !empty.includes(one.path)
    ? [{ path: one.path, schema: operation.output.schema, words: () => wordsFor({ operation, ...one }) }]
    : [],
)
/** Commands by hand that show the document of one operation. */
const written = [
  {
    path: 'delivery show',
    schema: showDeliveryRead.output.schema,
    words: async () => ['delivery', 'show', String((await inputOf('delivery.show')).deliveryId)],
  },
  {
    path: 'alert show',
    schema: listAlertsRead.output.schema,
    words: async () => {
      await inputOf('alert.replay')
      return ['alert', 'show', '--workspace', 'org_acme']
    },
  },
]
const documents = [...derived, ...written]

test.each(documents)('$path shows every member that its operation declares', async (one) => {
  const shape: Record<string, z.ZodType> = one.schema.shape
  const json = await stage.json(await one.words())
  const shown = 'items' in json && !('items' in shape) ? Object.values(Object(json.items)) : [json]
  expect(shown).not.toEqual([])
  const missing = shown.flatMap((document) =>
    Object.entries(shape).flatMap(([name, member]) =>
      member.safeParse(undefined).success || name in Object(document) ? [] : [name],
    ),
  )
  expect([...new Set(missing)]).toEqual(leftOut[one.path] ?? [])
})

test.each(tried)('$path leaves one audit row of the command line, or none if it reads', async (one) => {
  const before = await auditRows()
  // The platforms are not reached from here, so the only search of a run fails.
  const ends = one.operation.name === 'listener.run' ? 1 : 0
  const { exitCode, stderr } = await stage.call([...(await wordsFor(one)), '--json'])
  expect(exitCode, stderr).toBe(ends)
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

function services() {
  const { database, pool, url, masterKey } = stage.store
  return { database, pool, url, secretBox: createSecretBox(masterKey), cell: defaultCell, nowMs: Date.now }
}

async function inputOf(name: string): Promise<Record<string, unknown>> {
  return (await operationCases[name]?.prepare(services(), 'org_acme')) ?? {}
}

async function wordsFor(one: Tried): Promise<string[]> {
  return wordsOf(one, services(), 'org_acme')
}

async function auditRows(): Promise<object[]> {
  const { rows } = await stage.store.pool.query<object>('select * from audit_log order by audit_id')
  return rows
}
