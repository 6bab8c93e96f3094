import { createSocket, type Socket } from 'node:dgram'
import { lookup as lookUp } from 'node:dns/promises'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { createOutgoing } from './create-outgoing.ts'
import type { Lookup } from './find-target.ts'
import { createNameResolver } from './resolve-names.ts'

const types: Record<number, 'A' | 'AAAA'> = { 1: 'A', 28: 'AAAA' }
type Records = { A?: number[][]; AAAA?: number[][]; code?: number }

let stub: Socket
let server = ''
/** The name server's records; it never answers about a name that begins with `hang`. */
const zone = new Map<string, Records>()
const asked: string[] = []
const abort = new AbortController()
const noSignal = abort.signal

beforeEach(async () => {
  stub = createSocket('udp4')
  stub.on('message', (query, { port, address }) => {
    const { name, type, question } = readQuestion(query)
    asked.push(`${types[type] ?? type} ${name}`)
    const answer = name.startsWith('hang') ? undefined : answerOf(query, question, zone.get(name), type)
    if (answer !== undefined) stub.send(answer, port, address)
  })
  await new Promise<void>((resolve) => stub.bind(0, '127.0.0.1', resolve))
  server = `127.0.0.1:${stub.address().port}`
  zone.set('good.test', { A: [[192, 0, 2, 7]], AAAA: [[0x20, 0x01, 0x0d, 0xb8, ...Array(11).fill(0), 1]] })
})

afterEach(async () => {
  zone.clear()
  asked.length = 0
  await new Promise<void>((resolve) => stub.close(() => resolve()))
})

function readQuestion(query: Buffer): { name: string; type: number; question: Buffer } {
  const labels: string[] = []
  let at = 12
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.toString('latin1', at + 1, at + 1 + length))
    at += 1 + length
  }
  const type = query.readUInt16BE(at + 1)
  return { name: labels.join('.').toLowerCase(), type, question: query.subarray(12, at + 5) }
}

/** Returns a response with the records of one type; code 3 (no such name) if the zone lacks the name. */
function answerOf(query: Buffer, question: Buffer, records: Records | undefined, type: number): Buffer {
  const wanted = types[type]
  const found = wanted === undefined ? [] : (records?.[wanted] ?? [])
  const header = Buffer.alloc(12)
  query.copy(header, 0, 0, 2)
  header.writeUInt16BE(0x8180 | (records?.code ?? (records === undefined ? 3 : 0)), 2)
  header.writeUInt16BE(1, 4)
  header.writeUInt16BE(found.length, 6)
  const answers = found.map((bytes) => {
    const record = Buffer.alloc(12)
    record.writeUInt16BE(0xc00c, 0)
    record.writeUInt16BE(type, 2)
    record.writeUInt16BE(1, 4)
    record.writeUInt16BE(bytes.length, 10)
    return Buffer.concat([record, Buffer.from(bytes)])
  })
  return Buffer.concat([header, question, ...answers])
}

function resolveBy(
  lookup: Lookup,
  name: string,
  { caller = 'one', signal = noSignal } = {},
): Promise<string[]> {
  return lookup(name, { caller, signal })
}

test('createNameResolver returns the addresses of both families', async () => {
  const lookup = createNameResolver({ servers: [server] })
  expect(await resolveBy(lookup, 'good.test')).toEqual(['192.0.2.7', '2001:db8::1'])
  zone.set('four.test', { A: [[192, 0, 2, 8]] })
  expect(await resolveBy(lookup, 'Four.test.')).toEqual(['192.0.2.8'])
  expect(await resolveBy(lookup, 'unknown.test')).toEqual([])
})

test('createNameResolver rejects a name of which one family fails', async () => {
  const lookup = createNameResolver({ servers: [server] })
  zone.set('broken.test', { code: 2 })
  await expect(resolveBy(lookup, 'broken.test')).rejects.toThrow()
})

test('createNameResolver resolves localhost and the names of the hosts file without asking a name server', async () => {
  const lookup = createNameResolver({ servers: [server] })
  const found = await resolveBy(lookup, 'localhost')
  expect(found.length).toBeGreaterThan(0)
  expect(found.every((address) => /^(?:127\.|::1$)/.test(address))).toBe(true)
  expect(await resolveBy(lookup, 'printer.localhost')).toEqual(['127.0.0.1', '::1'])
  expect(asked).toEqual([])
})

test('createNameResolver resolves the names of others while the names of one caller hang', async () => {
  const lookup = createNameResolver({ servers: [server] })
  const outgoing = createOutgoing({ allowedNetworks: { has: () => false }, lookup })
  let ended = 0
  const limits = { method: 'GET', timeoutMs: 20_000, maxAnswerBytes: 10, caller: 'hostile' } as const
  const hanging = Array.from({ length: 8 }, async (_, index) => {
    await outgoing.request({ ...limits, url: `https://hang${index}.test/` }).catch(() => undefined)
    ended += 1
  })
  const namesAsked = () => new Set(asked.map((question) => question.split(' ')[1])).size
  await expect.poll(namesAsked).toBe(4)

  expect(await resolveBy(lookup, 'good.test', { caller: 'other' })).toContain('192.0.2.7')
  // The system's resolver still has its threads.
  expect((await lookUp('localhost')).address).toMatch(/^(?:127\.|::1$)/)
  expect([ended, namesAsked()]).toEqual([0, 5])

  await outgoing.close()
  await Promise.all(hanging)
})

test('createNameResolver gives up a name server that never answers, and refuses the name for 30 s without asking', async () => {
  let nowMs = 0
  const lookup = createNameResolver({ servers: [server], nowMs: () => nowMs })
  await expect(resolveBy(lookup, 'hang.test')).rejects.toThrow()
  const before = asked.length
  nowMs = 29_999
  await expect(resolveBy(lookup, 'hang.test', { caller: 'other' })).rejects.toThrow('a moment ago')
  expect(asked).toHaveLength(before)
  nowMs = 30_000
  const again = resolveBy(lookup, 'hang.test')
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  await expect(again).rejects.toThrow()
})

test('createNameResolver does not remember a lookup that its caller gave up', async () => {
  const lookup = createNameResolver({ servers: [server] })
  const caller = new AbortController()
  const work = resolveBy(lookup, 'hang.test', { signal: caller.signal })
  await expect.poll(() => asked.length).toBeGreaterThan(0)
  caller.abort()
  await expect(work).rejects.toThrow()
  const before = asked.length
  const again = new AbortController()
  const second = resolveBy(lookup, 'hang.test', { signal: again.signal })
  await expect.poll(() => asked.length).toBeGreaterThan(before)
  again.abort()
  await expect(second).rejects.toThrow()
})

test('createNameResolver does not blame a name for a name server that is away', async () => {
  await new Promise<void>((resolve) => stub.close(() => resolve()))
  const { port } = { port: Number(server.split(':')[1]) }
  const lookup = createNameResolver({ servers: [server] })
  await expect(resolveBy(lookup, 'good.test')).rejects.toThrow()
  stub = createSocket('udp4')
  stub.on('message', (query, from) => {
    const { name, type, question } = readQuestion(query)
    stub.send(answerOf(query, question, zone.get(name), type), from.port, from.address)
  })
  await new Promise<void>((resolve) => stub.bind(port, '127.0.0.1', resolve))
  expect(await resolveBy(lookup, 'good.test')).toContain('192.0.2.7')
})
