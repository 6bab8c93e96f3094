import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import type { Agent } from 'node:http'
import { Agent as SecureAgent } from 'node:https'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createProxyAgent, type Guard, leadsThrough, type OutgoingProxy } from '@signalpost/outgoing'
import { AnswerError, inOurWords } from '../../network/answer-error.ts'
import { dataBytesMost } from '../../network/bound-answers.ts'
import type { tlsOf } from '../../network/certificates.ts'
import { boundBucketAnswers, readWhole } from './bound-bucket-answers.ts'
import type { FileStore, StoredFile } from './file-store.ts'

const connectionTimeoutMs = 10_000
const silenceLimitMs = 60_000
const maxAttempts = 3
const textMs = 60_000
/** As many as the library's own agent opens. */
const maxSockets = 50
/** Several times what compaction leaves in a folder. Each page has up to 1,000. */
const maxFiles = 100_000
const maxPages = 1_000
const silent = () => undefined

export type BucketPlace = {
  bucket: string
  prefix: string
  endpoint: string
  region: string
  accessKey: string
  secretKey: string
  tls?: ReturnType<typeof tlsOf>
  proxy?: OutgoingProxy | undefined
  guard?: Guard | undefined
}

/** Opens the objects of an S3-compatible bucket below a prefix. Throws if it cannot be reached or written. */
export async function openBucketStore(
  { bucket, prefix, endpoint, region, accessKey, secretKey, tls, proxy, guard }: BucketPlace,
  scratch: string,
): Promise<FileStore> {
  const s3 = await import('./bucket-library.ts')
  const client = new s3.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    forcePathStyle: true,
    maxAttempts,
    // Limits silence only: how long a whole request takes depends on its file, and the library only warns about that.
    requestHandler: {
      connectionTimeout: connectionTimeoutMs,
      socketTimeout: silenceLimitMs,
      ...agentsFor(endpoint, { tls, proxy, guard }),
    },
    // Some compatible servers do not support the newer ones.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // Without one, the library writes warnings to the terminal of a command.
    logger: { trace: silent, debug: silent, info: silent, warn: silent, error: silent },
  })
  boundBucketAnswers(client)
  const root = prefix === '' ? '' : `${prefix}/`
  const at = (path: string) => ({ Bucket: bucket, Key: `${root}${path}` })
  const within = (folder: string) => ({ Bucket: bucket, Prefix: `${root}${folder}/` })

  const list: FileStore['list'] = async (folder) => {
    const files: StoredFile[] = []
    let after: string | undefined
    let pages = 0
    do {
      const token = after === undefined ? {} : { ContinuationToken: after }
      const page = await ask(() => client.send(new s3.ListObjectsV2Command({ ...within(folder), ...token })))
      for (const { Key: key = '', Size: bytes = 0, LastModified: modifiedAt } of page.Contents ?? []) {
        files.push({ path: key.slice(root.length), bytes, modifiedAtMs: modifiedAt?.getTime() ?? Date.now() })
      }
      after = page.NextContinuationToken
      pages += 1
      if (files.length > maxFiles || pages > maxPages) throw new AnswerError('too_large')
    } while (after !== undefined)
    return files.sort((a, b) => (a.path < b.path ? -1 : 1))
  }

  const remove: FileStore['remove'] = async (paths) => {
    for (const path of paths) await ask(() => client.send(new s3.DeleteObjectCommand(at(path))))
  }

  const writeText: FileStore['writeText'] = async (path, text) => {
    const put = { ...at(path), Body: text, ContentType: 'application/json' }
    await ask(() => client.send(new s3.PutObjectCommand(put)))
  }

  const download = async (path: string, file: string): Promise<boolean> => {
    try {
      const { Body: body } = await ask(() => client.send(new s3.GetObjectCommand(at(path))))
      if (!(body instanceof Readable)) throw new Error(`the bucket answered without ${path}`)
      await ask(() => pipeline(body, createWriteStream(file)))
      return true
    } catch (cause) {
      if (isAbsent(cause)) return false
      throw cause
    }
  }

  const store: FileStore = {
    list,
    readText: async (path) => {
      try {
        const { Body: body } = await ask(() => client.send(new s3.GetObjectCommand(at(path))))
        const whole = await ask(() => readWhole(body, { most: dataBytesMost, ms: textMs }))
        return whole.toString('utf8')
      } catch (cause) {
        if (isAbsent(cause)) return undefined
        throw cause
      }
    },
    createText: async (path, text) => {
      try {
        const put = { ...at(path), Body: text, ContentType: 'application/json', IfNoneMatch: '*' }
        await ask(() => client.send(new s3.PutObjectCommand(put)))
        return true
      } catch (cause) {
        if (statusOf(cause) === preconditionFailed) return false
        throw cause
      }
    },
    writeText,
    upload: async (file, path) => {
      const { size } = await stat(file)
      // The library reads it late, and listens to its errors no earlier.
      const source = createReadStream(file).on('error', () => undefined)
      const put = {
        ...at(path),
        Body: source,
        ContentLength: size,
        ContentType: 'application/vnd.apache.parquet',
      }
      try {
        await ask(() => client.send(new s3.PutObjectCommand(put)))
      } finally {
        source.destroy()
      }
    },
    withFiles: async (paths, use) => {
      const folder = join(scratch, randomUUID())
      await mkdir(folder)
      try {
        const files = []
        for (const [index, path] of paths.entries()) {
          const file = join(folder, `${index}.parquet`)
          if (await download(path, file)) files.push({ path, file })
        }
        return await use(files)
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    remove,
    close: () => client.destroy(),
  }
  try {
    const commits = { ...within('_commits'), MaxKeys: 1 }
    const found = await ask(() => client.send(new s3.ListObjectsV2Command(commits)))
    // If something was committed before, the bucket is writable.
    if ((found.Contents ?? []).length === 0) {
      await writeText(probe, '')
      await remove([probe])
    }
  } catch (cause) {
    client.destroy()
    throw cause
  }
  return store
}

function agentsFor(
  endpoint: string,
  { tls, proxy, guard }: Pick<BucketPlace, 'tls' | 'proxy' | 'guard'>,
): { httpAgent?: Agent; httpsAgent?: Agent } {
  if (guard !== undefined) {
    return {
      httpAgent: guard.createAgent({ protocol: 'http:', maxSockets }),
      httpsAgent: guard.createAgent({ protocol: 'https:', maxSockets }),
    }
  }
  if (!leadsThrough(proxy, new URL(endpoint).hostname)) {
    return tls === undefined ? {} : { httpsAgent: new SecureAgent({ keepAlive: true, maxSockets, ...tls }) }
  }
  return {
    httpAgent: createProxyAgent(proxy, { protocol: 'http:', maxSockets }),
    httpsAgent: createProxyAgent(proxy, { protocol: 'https:', maxSockets, ...tls }),
  }
}

const preconditionFailed = 412
const probe = '_commits/probe'

async function ask<Answer>(request: () => Promise<Answer>): Promise<Answer> {
  try {
    return await request()
  } catch (error) {
    throw inOurWords(error, (one) => '$fault' in one)
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && error.name === 'NoSuchKey'
}

export function statusOf(error: unknown): number | undefined {
  if (!(error instanceof Error && '$metadata' in error)) return undefined
  const metadata: unknown = error.$metadata
  if (typeof metadata !== 'object' || metadata === null || !('httpStatusCode' in metadata)) return undefined
  return typeof metadata.httpStatusCode === 'number' ? metadata.httpStatusCode : undefined
}
