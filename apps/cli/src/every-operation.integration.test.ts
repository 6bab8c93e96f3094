import { operationCases } from '@signalpost/administration/test-support'
import { createSecretBox } from '@signalpost/database'
import { defaultCell } from '@signalpost/domain'
import { expect, test } from 'vitest'
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

test.each(tried)('$path leaves one audit row of the command line, or none if it reads', async (one) => {
  const before = await auditRows()
  // The platforms are not reached from here, so the only search of a run fails.
  const ends = one.operation.name === 'listener.run' ? 1 : 0
  expect((await stage.call([...(await wordsFor(one)), '--json'])).exitCode).toBe(ends)
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

async function wordsFor(one: Tried): Promise<string[]> {
  const { database, pool, url, masterKey } = stage.store
  const secretBox = createSecretBox(masterKey)
  const services = { database, pool, url, secretBox, cell: defaultCell, nowMs: Date.now }
  return wordsOf(one, services, 'org_acme')
}

async function auditRows(): Promise<object[]> {
  const { rows } = await stage.store.pool.query<object>('select * from audit_log order by audit_id')
  return rows
}
