import { createHash } from 'node:crypto'
import { RejectedError } from '@signalpost/domain'
import { describe, expect, test } from 'vitest'
import { newEvent } from '../test-support/deliver.ts'
import { type ReceivedEvents, readEvents } from './read-events.ts'

const secretInput = 'do-not-echo'

/** Reads bytes and text as they are, and anything else as JSON. */
function read(body: unknown, rules: Partial<Parameters<typeof readEvents>[1]> = {}) {
  const bytes = Buffer.isBuffer(body) || typeof body === 'string' ? Buffer.from(body) : toBytes(body)
  return readEvents(bytes, { orgId: 'org_test', envelopeOnly: true, eventIdHint: undefined, ...rules })
}

function refusalOf(work: () => ReceivedEvents): RejectedError {
  try {
    work()
  } catch (error) {
    if (error instanceof RejectedError) return error
    throw error
  }
  throw new Error('it was not refused')
}

function toBytes(value: unknown): Buffer {
  return Buffer.from(JSON.stringify(value))
}

/** Returns a document that is `levels` deep, including the event itself. */
function nestedEvent(levels: number): string {
  const value = '['.repeat(levels - 2) + ']'.repeat(levels - 2)
  return toBytes(newEvent({ id: 'evt_deep' }))
    .toString()
    .replace('"data":{}', `"data":{"a":${value}}`)
}

describe('an envelope', () => {
  test('gives its id and type', () => {
    expect(read(newEvent({ id: 'evt_1', type: 'signal.read' }))).toEqual({
      events: [{ eventId: 'evt_1', type: 'signal.read' }],
      isArray: false,
    })
  })

  test('that takes a signal gives the signal too', () => {
    const data = { signalId: 'sig_1', acknowledgedAt: '2026-11-20T09:06:00.000Z' }
    const { events } = read(newEvent({ id: 'evt_1', type: 'signal.acknowledged', data }))
    expect(events).toEqual([{ eventId: 'evt_1', type: 'signal.acknowledged', recordId: 'sig_1' }])
  })

  test('may have unknown members and an unknown type', () => {
    const { events } = read(newEvent({ id: 'evt_1', type: 'from.tomorrow', more: { deep: [1] } }))
    expect(events).toEqual([{ eventId: 'evt_1', type: 'from.tomorrow' }])
  })

  test('takes the last of two equal member names', () => {
    const body = toBytes(newEvent({ id: 'evt_last' }))
      .toString()
      .replace('{', '{"id":"evt_first","orgId":"org_other","type":7,')
    expect(read(body).events).toEqual([{ eventId: 'evt_last', type: 'ping' }])
  })

  test('may be surrounded by white space', () => {
    expect(read(` \r\n\t${JSON.stringify(newEvent({ id: 'evt_1' }))} \n`).events[0]?.eventId).toBe('evt_1')
  })

  test('may be 64 levels deep and not 65', () => {
    expect(read(nestedEvent(64)).events).toHaveLength(1)
    expect(refusalOf(() => read(nestedEvent(65)))).toMatchObject({
      code: 'invalid_event',
      issues: [{ path: '', message: 'expected at most 64 levels' }],
    })
  })

  test.each(['id', 'type', 'occurredAt', 'orgId', 'data'])('needs the member %s', (name) => {
    const refusal = refusalOf(() => read({ ...newEvent(), [name]: undefined }))
    expect(refusal.code).toBe('invalid_event')
    expect(refusal.issues?.map((issue) => issue.path)).toEqual([name])
  })

  test.each([
    ['id', ''],
    ['id', 'a b'],
    ['id', 'é'],
    ['id', 'x'.repeat(201)],
    ['id', 7],
    ['id', null],
    ['type', ''],
    ['type', 'x'.repeat(101)],
    ['type', 7],
    ['occurredAt', '2026-11-20'],
    ['occurredAt', '2026-11-20t09:00:00Z'],
    ['occurredAt', '2026-11-20T09:00:60Z'],
    ['occurredAt', '2026-11-20T09:00:00'],
    ['occurredAt', '2026-11-20T09:00:00.1234567891Z'],
    ['occurredAt', 1_763_629_200],
    ['orgId', 'test'],
    ['orgId', 'org_'],
    ['orgId', 'org_A'],
    ['data', []],
    ['data', 'text'],
    ['data', null],
  ])('is refused when %s is %j', (name, value) => {
    const refusal = refusalOf(() => read({ ...newEvent(), [name]: value }))
    expect(refusal.code).toBe('invalid_event')
    expect(refusal.issues?.map((issue) => issue.path)).toEqual([name])
  })

  test.each([
    ['id', 'x'.repeat(200)],
    ['id', '!~'],
    ['type', 'x'.repeat(100)],
    ['type', '😀'.repeat(100)],
    ['occurredAt', '2026-11-20T09:00:00.123456789+02:00'],
  ])('is taken when %s is %j', (name, value) => {
    expect(read({ ...newEvent(), [name]: value }).events).toHaveLength(1)
  })

  test('of another workspace is forbidden', () => {
    expect(refusalOf(() => read(newEvent({ orgId: 'org_other' }))).code).toBe('forbidden')
  })
})

test.each([1, 500])('an array may hold %i events', (length) => {
  const events = Array.from({ length }, (_, index) => newEvent({ id: `evt_${index}` }))
  const received = read(events)
  expect(received.isArray).toBe(true)
  expect(received.events.map(({ eventId }) => eventId)).toEqual(events.map(({ id }) => id))
})

test.each([0, 501])('an array may not hold %i events', (length) => {
  const refusal = refusalOf(() => read(Array.from({ length }, () => newEvent())))
  expect(refusal).toMatchObject({
    code: 'invalid_event',
    issues: [{ path: '', message: 'expected an array of 1 to 500 events' }],
  })
})

test('an array is refused as one, with the issues of all elements by their place', () => {
  const refusal = refusalOf(() =>
    read([newEvent(), { ...newEvent(), id: '' }, newEvent(), { ...newEvent(), data: 1, type: '' }, 3]),
  )
  expect(refusal.code).toBe('invalid_event')
  expect(refusal.issues?.map((issue) => issue.path)).toEqual(['1.id', '3.type', '3.data', '4'])
})

test('an array tells at most 100 issues', () => {
  expect(refusalOf(() => read(Array.from({ length: 200 }, () => ({})))).issues).toHaveLength(100)
})

test('an array is forbidden as one when one event is of another workspace', () => {
  const refusal = refusalOf(() => read([newEvent(), newEvent({ orgId: 'org_other' })]))
  expect(refusal.code).toBe('forbidden')
})

test('an array is an invalid event before it is forbidden', () => {
  const refusal = refusalOf(() => read([newEvent({ orgId: 'org_other' }), {}]))
  expect(refusal.code).toBe('invalid_event')
})

describe('a body that is not JSON', () => {
  test.each([
    ['nothing', Buffer.alloc(0)],
    ['white space', ' '],
    ['text', 'hello'],
    ['half a document', '{"id":'],
    ['two documents', '{}{}'],
    ['lines of documents', '{}\n{}'],
    ['a trailing comma', '[{},]'],
    ['a number of another notation', '0x10'],
    ['NaN', 'NaN'],
    ['single quotes', "{'id':1}"],
    ['a control character in a string', '"\u0001"'],
    ['a byte order mark', Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), toBytes(newEvent())])],
    ['UTF-16', Buffer.from(JSON.stringify(newEvent()), 'utf16le')],
    ['a byte that is not UTF-8', Buffer.from('{"":"\xff"}', 'latin1')],
    ['an overlong byte sequence', Buffer.from('7b22223a22c0af227d', 'hex')],
    ['a surrogate in UTF-8', Buffer.from('7b22223a22eda080227d', 'hex')],
    ['half a character', Buffer.from('7b22223a22e282227d', 'hex')],
  ])('is refused: %s', (_case, body) => {
    expect(refusalOf(() => read(body)).code).toBe('invalid_json')
  })

  test.each(['1', '"text"', 'null', 'true', '{}'])('is not what %s is: an invalid event', (body) => {
    expect(refusalOf(() => read(body)).code).toBe('invalid_event')
  })

  test('of a million brackets is refused like any other', () => {
    expect(refusalOf(() => read('['.repeat(1_000_000))).code).toBe('invalid_json')
    expect(refusalOf(() => read('['.repeat(500_000) + ']'.repeat(500_000))).code).toBe('invalid_event')
  })
})

test('never repeats what came', () => {
  const event = { ...newEvent(), id: `${secretInput} `, type: { [secretInput]: 1 }, data: secretInput }
  for (const body of [`{"${secretInput}`, event, [event], { ...newEvent(), orgId: 'org_do_not_echo' }]) {
    const { message, issues } = refusalOf(() => read(body))
    expect(JSON.stringify({ message, issues })).not.toMatch(/do.not.echo/)
  }
})

describe('a body of a sender that has no envelope', () => {
  const rules = { envelopeOnly: false }

  test('is one event with the SHA-256 of the body as its id', () => {
    const body = Buffer.from('{"action":"opened"}')
    const eventId = createHash('sha256').update(body).digest('hex')
    expect(read(body, rules)).toEqual({ events: [{ eventId, type: null }], isArray: false })
  })

  test('has the id that the signature covers, if there is one', () => {
    const { events } = read('{"action":"opened"}', { ...rules, eventIdHint: 'msg_1' })
    expect(events).toEqual([{ eventId: 'msg_1', type: null }])
  })

  test.each([
    ['bytes that are no text', Buffer.from('7b2261223a22ff227d', 'hex')],
    ['text that is not JSON', 'payload=%7B%7D'],
    ['nothing at all', Buffer.alloc(0)],
    ['an empty array', '[]'],
    ['an array with something else among events', JSON.stringify([newEvent(), 1])],
  ])('is kept: %s', (_case, body) => {
    const { events, isArray } = read(body, rules)
    expect(events).toEqual([{ eventId: expect.stringMatching(/^[0-9a-f]{64}$/), type: null }])
    expect(isArray).toBe(false)
  })

  test('is an event like any other when it is our envelope after all, whatever the signature covers', () => {
    const { events } = read(newEvent({ id: 'evt_1' }), { ...rules, eventIdHint: 'msg_1' })
    expect(events).toEqual([{ eventId: 'evt_1', type: 'ping' }])
    expect(refusalOf(() => read(newEvent({ orgId: 'org_other' }), rules)).code).toBe('forbidden')
  })
})
