import { createHmac } from 'node:crypto'
import { type Note, type WarehouseColumn, warehouseTables } from '@signalpost/domain'
import { describe, expect, test } from 'vitest'
import { sequenceChanges } from './sequencing/sequence-changes.ts'
import { storedVersions } from './test-support/expected-rows.ts'
import { eventOf, moment, signalEvent, stageSpool, tableOf } from './test-support/stage-spool.ts'

const stage = stageSpool()
const { addPeople, apply, decide, freshOrgId, note, receiveTwo, save, spool } = stage

describe('the text of a batch', () => {
  test('is CSV with null apart from every text', async () => {
    const orgId = freshOrgId()
    await apply(signalEvent(orgId, { id: 'sig_1' }), { orgId })
    const bodies = ['\\N', 'plain', 'a "quote", a comma\r\nand lines']
    const notes: Note[] = []
    for (const body of bodies) {
      notes.push(await note(orgId, { type: 'signal', id: 'sig_1' }, body))
      await sequenceChanges(stage.database)
    }
    const { text } = await spool(orgId, 'notes')
    const versions = await storedVersions(stage.database, { orgId, table: tableOf('notes') })
    const quoted = ['"\\N"', '"plain"', '"a ""quote"", a comma\r\nand lines"']
    expect(text).toBe(
      notes
        .map(
          ({ id, createdAt }, index) =>
            `"${orgId}","${id}","signal","sig_1",${quoted[index]},${createdAt},"usr_1",${versions.get(id)},false\n`,
        )
        .join(''),
    )
  })

  test('keeps odd texts as they are', async () => {
    const orgId = freshOrgId()
    const odd = [
      '',
      ' ',
      '\\N',
      '\\.',
      '"',
      '""',
      "'",
      ',',
      '\n',
      '\r',
      '\r\n',
      '\t',
      '\\',
      '\\n',
      'null',
      '{}',
    ]
    const other = [
      '😀 Ünïcode',
      'שלום مرحبا',
      '\u202e\u2028\ufeff',
      '\u0001\u001f\u007f',
      '\ufffd',
      '=1+1',
      'x,"y"\n'.repeat(40_000),
    ]
    const texts = [...odd, ...other]
    for (const [index, excerpt] of texts.entries()) {
      const signal = { id: `sig_${index}`, excerpt, author: excerpt, matchedKeywords: [excerpt, excerpt] }
      await apply(signalEvent(orgId, signal), { orgId })
    }
    await sequenceChanges(stage.database)
    const { rows } = await spool(orgId, 'signals')
    const found = new Map(rows.map((row) => [row.id, row]))
    expect(texts.map((_, index) => found.get(`sig_${index}`))).toMatchObject(
      texts.map((text) => ({ excerpt: text, author: text, matched_keywords: [text, text] })),
    )
  })

  test('has instants in their one form, in year 0 too', async () => {
    const orgId = freshOrgId()
    const [first, last] = ['0000-01-01T00:00:00.007Z', '9999-12-31T23:59:59.999Z']
    await apply(signalEvent(orgId, { id: 'sig_1', firstSeenAt: first, publishedAt: last }), { orgId })
    const read = { signalId: 'sig_1', readAt: first }
    await apply({ ...eventOf(orgId, 'signal.read', read), occurredAt: first }, { orgId })
    await apply(eventOf(orgId, 'signal.read', { ...read, readAt: moment }), { orgId })
    await sequenceChanges(stage.database)
    expect((await spool(orgId, 'signals')).rows).toMatchObject([
      { first_seen_at: first, published_at: last, posted_at: last, read_at: first },
    ])
    expect((await spool(orgId, 'signal_events')).rows).toMatchObject([
      { signal_id: 'sig_1', register: 'readAt', from_value: null, to_value: first, at: first },
    ])
  })

  test('names the source of a change, and none where it came in no delivery', async () => {
    const orgId = freshOrgId()
    await apply(signalEvent(orgId, { id: 'sig_1' }), { orgId })
    const assigned = (userId: string) => ({
      signalId: 'sig_1',
      assignedTo: { userId, at: moment, by: 'usr_1' },
    })
    await apply(eventOf(orgId, 'signal.assigned', assigned('usr_1')), { orgId })
    const later = {
      ...eventOf(orgId, 'signal.assigned', assigned('usr_2')),
      occurredAt: '2026-11-20T10:00:00.000Z',
    }
    await apply(later, { orgId, sourceId: '' })
    await sequenceChanges(stage.database)
    expect((await spool(orgId, 'signal_events')).rows).toMatchObject([
      { signal_id: 'sig_1', source_id: 'src_1' },
      { signal_id: 'sig_1', source_id: null },
    ])
  })

  test('has nothing personal where that is left out', async () => {
    const orgId = freshOrgId()
    await apply(signalEvent(orgId, { id: 'sig_1', ...everySignalField }), { orgId })
    await apply(eventOf(orgId, 'deal.created', { deal: everyDealField }), { orgId })
    await note(orgId, { type: 'signal', id: 'sig_1' }, 'a note')
    await save(orgId, 'sig_1')
    await decide(orgId, 'sig_1')
    await addPeople(orgId)
    await receiveTwo(orgId)
    await sequenceChanges(stage.database)
    const left = { excludesPersonal: true }
    for (const table of warehouseTables.filter(({ name }) => name !== 'listeners')) {
      const [whole] = (await spool(orgId, table.name, { hasMailAddresses: true })).rows
      const [cut] = (await spool(orgId, table.name, { ...left, hasMailAddresses: true })).rows
      const personal = table.columns
        .filter((one) => one.isPersonal && (one.keptMembers ?? one.impersonalFrom) === undefined)
        .map(({ name }) => name)
      const withoutValues = (row: object | undefined) => ({ ...row, from_value: null, to_value: null })
      expect(withoutValues(cut)).toEqual({
        ...withoutValues(whole),
        ...Object.fromEntries(personal.map((name) => [name, null])),
      })
      for (const name of personal) {
        expect(whole?.[name], `everySignalField or everyDealField has ${name}`).not.toBeNull()
      }
    }
  })

  test('keeps verdicts and instants in the history of registers where what is personal is left out', async () => {
    const orgId = freshOrgId()
    const at = '2026-11-20T09:00:00.000Z'
    await apply(signalEvent(orgId, { id: 'sig_1' }), { orgId })
    await apply(eventOf(orgId, 'signal.read', { signalId: 'sig_1', readAt: at }), { orgId })
    const feedback = { verdict: 'bad', at }
    await apply(eventOf(orgId, 'signal.feedback', { signalId: 'sig_1', feedback }), { orgId })
    const assignedTo = { userId: 'usr_1', at, by: 'usr_2' }
    await apply(eventOf(orgId, 'signal.assigned', { signalId: 'sig_1', assignedTo }), { orgId })
    await sequenceChanges(stage.database)
    const { rows } = await spool(orgId, 'signal_events', { excludesPersonal: true })
    expect(Object.fromEntries(rows.map((row) => [row.register, row.to_value]))).toEqual({
      readAt: at,
      feedback,
      assignedTo: { at },
    })
    expect(JSON.stringify(rows)).not.toMatch(/usr_/)
  })

  test('has hashes in the place of what is personal where there is a key', async () => {
    const orgId = freshOrgId()
    // Longer than a block of the hash, with letters of more than one byte.
    const personalKey = `${'k'.repeat(70)}é`
    const hash = (text: string) => createHmac('sha256', personalKey).update(text).digest('hex')
    await apply(signalEvent(orgId, { id: 'sig_1', ...everySignalField }), { orgId })
    const assignedTo = { userId: 'usr_1', at: '2026-11-20T09:00:00.000Z', by: 'usr_2' }
    await apply(eventOf(orgId, 'signal.assigned', { signalId: 'sig_1', assignedTo }), { orgId })
    await apply(eventOf(orgId, 'deal.created', { deal: { ...everyDealField, ownerId: 'usr_1' } }), { orgId })
    await note(orgId, { type: 'signal', id: 'sig_1' }, 'a note')
    await save(orgId, 'sig_1')
    await decide(orgId, 'sig_1')
    await addPeople(orgId)
    await receiveTwo(orgId)
    await sequenceChanges(stage.database)
    for (const table of warehouseTables.filter(({ name }) => name !== 'listeners')) {
      const asked = { hasMailAddresses: true }
      const whole = (await spool(orgId, table.name, asked)).rows
      const hashed = (await spool(orgId, table.name, { ...asked, excludesPersonal: true, personalKey })).rows
      const hashOf = (value: unknown, { isPersonal, type }: WarehouseColumn): unknown => {
        if (!isPersonal || value === null) return value
        if (type === 'json') return expect.anything()
        return Array.isArray(value) ? value.map(hash) : hash(value as string)
      }
      const expected = whole.map((row) =>
        Object.fromEntries(
          Object.entries(row).map(([name, value]) => {
            const column = table.columns.find((one) => one.name === name)
            return [name, column === undefined ? value : hashOf(value, column)]
          }),
        ),
      )
      expect(hashed).toEqual(expected)
    }
    const valuesOf = async (table: string, by: string) => {
      const { rows } = await spool(orgId, table, { excludesPersonal: true, personalKey })
      return Object.fromEntries(rows.map((row) => [row[by], row.to_value]))
    }
    expect(await valuesOf('signal_events', 'register')).toMatchObject({
      assignedTo: { userId: hash('usr_1'), at: assignedTo.at, by: hash('usr_2') },
    })
    expect(await valuesOf('deal_events', 'member')).toMatchObject({
      stage: everyDealField.stage,
      ownerId: hash('usr_1'),
    })
  })

  test('leaves the owner alone out of the history of deals where what is personal is left out', async () => {
    const orgId = freshOrgId()
    const deal = { id: 'deal_1', name: 'D', stage: 'new', ownerId: 'usr_1' }
    await apply(eventOf(orgId, 'deal.created', { deal }), { orgId })
    await sequenceChanges(stage.database)
    const valuesOf = async (excludesPersonal: boolean) => {
      const { rows } = await spool(orgId, 'deal_events', { excludesPersonal })
      return Object.fromEntries(rows.map((row) => [row.member, row.to_value]))
    }
    expect(await valuesOf(false)).toEqual({ name: 'D', stage: 'new', ownerId: 'usr_1' })
    expect(await valuesOf(true)).toEqual({ name: 'D', stage: 'new', ownerId: null })
  })
})

const everySignalField = {
  author: 'An author',
  dedupeKey: 'https://example.com/',
  titleKey: 'a title',
  inferredNeed: 'A need',
  recommendedAction: 'An action',
  situation: 'A situation',
  opportunity: 'An opportunity',
  suggestedAngle: 'An angle',
  rating: 4.5,
  rerankScore: 1e-7,
  approximateDate: true,
  policy: { propensity: 0.1, explored: false, scoreAtDecision: 50, barAtDecision: -3 },
  subjectOrg: {
    name: 'Example',
    location: 'Berlin',
    workMode: 'hybrid',
    seniority: 'Lead',
    compensation: '1',
  },
  accountKey: 'd:example.com',
  assignedTo: { userId: 'usr_1', at: moment, by: 'usr_2' },
  feedback: { verdict: 'good', at: moment },
}

const everyDealField = {
  id: 'deal_1',
  name: 'A deal',
  stage: 'won',
  value: { amount: -125_000, currency: 'EUR' },
  ownerId: 'usr_1',
}
