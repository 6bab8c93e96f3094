import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import {
  createAuthority,
  createCertificate,
  findFreePort,
  type RedisServer,
  redisAvailable,
  startRedis,
} from '@signalpost/testing'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { checkQueueBackend } from '../check-queue-backend.ts'
import { createDeliveryQueue } from '../delivery-queue.ts'
import { createDeliveryWorker } from '../delivery-worker.ts'
import { queueBackendOf } from '../queue-backend.ts'
import { connectRedis } from './connect-redis.ts'

describe.runIf(redisAvailable())('with a Redis that asks for TLS and a client certificate', () => {
  let directory: string
  let redis: RedisServer
  let port: number

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'signalpost-redis-tls-'))
    const authority = createAuthority()
    const pairs = {
      server: createCertificate({ names: ['127.0.0.1'], authority }),
      client: createCertificate({ names: ['signalpost'], authority }),
      stranger: createCertificate({ names: ['signalpost'], authority: createAuthority('Another authority') }),
    }
    for (const [name, { certificate, key }] of Object.entries(pairs)) {
      writeFileSync(join(directory, `${name}.pem`), certificate)
      writeFileSync(join(directory, `${name}.key`), key)
    }
    writeFileSync(join(directory, 'ca.pem'), authority.certificate)
    writeFileSync(join(directory, 'other-ca.pem'), createAuthority('Another authority').certificate)
    port = await findFreePort()
    redis = await startRedis({
      settings: {
        'tls-port': String(port),
        'tls-cert-file': join(directory, 'server.pem'),
        'tls-key-file': join(directory, 'server.key'),
        'tls-ca-cert-file': join(directory, 'ca.pem'),
        'tls-auth-clients': 'yes',
      },
    })
  })

  afterAll(async () => {
    await redis.stop()
    rmSync(directory, { recursive: true })
  })

  type Way = { host?: string; ca?: string; client?: string }

  function backendAt({ host = '127.0.0.1', ca = 'ca.pem', client = 'client' }: Way = {}) {
    const files = {
      sslrootcert: ca,
      ...(client !== '' && { sslcert: `${client}.pem`, sslkey: `${client}.key` }),
    }
    const paths = Object.entries(files).map(([name, file]) => [name, join(directory, file)])
    const redisUrl = `rediss://${host}:${port}?${String(new URLSearchParams(Object.fromEntries(paths)))}`
    return queueBackendOf({ databaseUrl: '', redisUrl })
  }

  test('a batch passes through it', async () => {
    const onError = (error: Error): void => expect.unreachable(error.message)
    const queue = createDeliveryQueue({ backend: backendAt(), onError })
    await queue.add('bat_1', 1)
    const taken = Promise.withResolvers<string>()
    const worker = createDeliveryWorker({
      ...{ backend: backendAt(), concurrency: 1, onError },
      processBatch: async ({ batchId }) => taken.resolve(batchId),
    })
    expect(await taken.promise).toBe('bat_1')
    await worker.close()
    await queue.close()
    expect(await checkQueueBackend(backendAt())).toEqual([])
  })

  test('a wrong password is named', async () => {
    const redisUrl = redis.url.replace('redis://', 'redis://stranger:secret@')
    await expect(checkQueueBackend(queueBackendOf({ databaseUrl: '', redisUrl }))).rejects.toMatchObject({
      message: 'Redis refuses the user or the password (WRONGPASS)',
      remedy: 'Correct REDIS_URL.',
    })
  })

  test.each<[string, Way, RegExp]>([
    [
      'another authority',
      { ca: 'other-ca.pem' },
      /^the certificate of Redis is not signed by a trusted authority \([A-Z_]+\)\. Add sslrootcert=FILE/,
    ],
    [
      'a certificate for another host',
      { host: 'localhost' },
      /^the certificate of Redis is for another host \(ERR_TLS_CERT_ALTNAME_INVALID\)\. Use the name/,
    ],
    [
      'no client certificate',
      { client: '' },
      /^Redis asks for a client certificate \([A-Z0-9_]+\)\. Add sslcert=FILE and sslkey=FILE to REDIS_URL/,
    ],
    [
      'a client certificate of another authority',
      { client: 'stranger' },
      /^Redis refuses the client certificate \(/,
    ],
  ])(
    '%s is named by the worker and by doctor',
    async (_fault, way, expected) => {
      const reasonOf = async (check: () => Promise<unknown>): Promise<string> => {
        const error: unknown = await check().catch((cause: unknown) => cause)
        return error instanceof Error && 'remedy' in error
          ? `${error.message}. ${String(error.remedy)}`
          : String(error)
      }
      const backend = backendAt(way)
      // A reset may overtake the reason that a server sends, so the attempts of one check may all miss it.
      const inTime = { timeout: 60_000 }
      await expect.poll(() => reasonOf(() => checkQueueBackend(backend)), inTime).toMatch(expected)
      const worker = createDeliveryWorker({
        ...{ backend, concurrency: 1, onError: () => undefined },
        processBatch: async () => undefined,
      })
      try {
        await expect.poll(() => reasonOf(worker.check), inTime).toMatch(expected)
      } finally {
        await worker.close()
      }
    },
    150_000,
  )

  test('a connection that is given up during the handshake ends no process', async () => {
    const uncaught: Error[] = []
    const keep = (error: Error): number => uncaught.push(error)
    process.on('uncaughtException', keep)
    const backend = backendAt({ ca: 'other-ca.pem' })
    if (backend.kind !== 'redis') expect.unreachable()
    const giveUp = async (delayMs: number): Promise<void> => {
      const client = connectRedis(backend.nodes, { role: 'consumer', onError: () => undefined })
      await setTimeout(delayMs)
      client.disconnect()
      await setTimeout(50)
    }
    try {
      // The handshake takes a few milliseconds, and one given up in the midst of it is enough.
      for (let round = 0; round < 10; round += 1) {
        await Promise.all(Array.from({ length: 20 }, (_, delayMs) => giveUp(delayMs)))
      }
    } finally {
      process.off('uncaughtException', keep)
    }
    expect(uncaught).toEqual([])
  })
})
