import { isAbsolute } from 'node:path'
import { warehouseTables } from '@signalpost/domain'
import { z } from 'zod'
import { defineWarehouse } from '../define-warehouse.ts'
import { faultOf as faultOfDuckdb, sayFullDisk } from '../duckdb/errors.ts'
import { modesFor, readableBy, readableByOption } from '../file-modes.ts'
import { AnswerError, faultOfAnswer } from '../network/answer-error.ts'
import { certificateOptions, certificateSecrets } from '../network/certificates.ts'
import { guardOf } from '../network/guard-of.ts'
import { literal } from '../quote.ts'
import { realPathOf } from '../real-path.ts'
import { type Fault, wrapTarget } from '../target.ts'
import { openParquetTarget } from './open-target.ts'
import { openBucketStore, statusOf } from './stores/bucket-store.ts'
import { openDirectoryStore } from './stores/directory-store.ts'

const throttles = new Set([
  'SlowDown',
  'Throttling',
  'ThrottlingException',
  'TooManyRequests',
  'RequestLimitExceeded',
])
// The address is not an S3 server's: a typo, or another kind of server.
const misdirections = new Set(['InvalidBucketName', 'PermanentRedirect', 'AuthorizationHeaderMalformed'])

/** Classifies by a bucket's answer; otherwise by the error of the file system or DuckDB. */
function faultOf(error: unknown): Fault {
  const status = statusOf(error)
  if (status === undefined || !(error instanceof Error)) {
    return (error instanceof AnswerError ? faultOfAnswer(error) : undefined) ?? faultOfDuckdb(error)
  }
  if (throttles.has(error.name) || status === 429 || status === 503) return 'throttle'
  if (misdirections.has(error.name)) return 'configuration'
  // A wrong clock also causes 403, and also needs a person.
  return status >= 300 && status < 500 && status !== 408 && status !== 409 ? 'configuration' : 'retry'
}

const directory = z.strictObject({
  path: z.string().refine(isAbsolute, { message: 'expected an absolute path' }),
  readableBy,
})

const bucket = z.strictObject({
  bucket: z.string().regex(/^.{3,63}$/, 'expected a name of 3 to 63 characters'),
  prefix: z
    .string()
    .default('')
    .transform((prefix) => prefix.replaceAll(/^\/+|\/+$/g, '')),
  endpoint: z.url({ protocol: /^https?$/, error: 'expected an http or https URL' }),
  region: z.string().min(1, 'expected the name of a region'),
  accessKey: z.string().min(1, 'expected the id of a key'),
})

/** Parquet files in a directory, or in a bucket of Amazon S3 or a compatible server. */
export const parquet = defineWarehouse({
  kind: 'parquet',
  title: 'Parquet files',
  summary: 'Keep Parquet files in sync, in a directory or in an S3-compatible bucket',
  isBeta: false,
  settings: z.union([directory, bucket], 'expected either path or bucket'),
  secrets: z.strictObject({ secretKey: z.string().min(1).optional(), ca: certificateSecrets.ca }),
  options: {
    path: {
      placeholder: '<dir>',
      description: 'a directory that the worker reaches at this path, instead of a bucket',
      isPath: true,
    },
    readableBy: readableByOption,
    bucket: { placeholder: '<name>', description: 'the bucket' },
    prefix: { placeholder: '<text>', description: 'the prefix of the object keys' },
    endpoint: {
      placeholder: '<url>',
      description: 'the URL of the S3 API',
      goesWith: 'bucket',
      takesSecrets: true,
    },
    region: { placeholder: '<name>', description: 'the region of the bucket', goesWith: 'bucket' },
    accessKey: { placeholder: '<id>', description: 'the id of the access key', goesWith: 'bucket' },
    secretKey: {
      secret: 'text or file',
      description: 'the secret of the access key',
      goesWith: 'bucket',
    },
    ca: { ...certificateOptions.ca, notWith: 'path' },
  },
  locationOf: ({ settings }) =>
    'path' in settings
      ? realPathOf(settings.path)
      : [settings.endpoint.replace(/\/+$/, ''), settings.bucket, settings.prefix].filter(Boolean).join('/'),
  recipes: { engine: 'duckdb', preambleOf: viewsOf, areAnswered: false },
  optionalPackages: {},
  // With a bucket, each check costs requests.
  looksAgainAfterMs: 60_000,
  readsParts: true,
  losses: {},
  open: async ({
    orgId,
    settings,
    secrets: { secretKey = '', ca },
    scratch,
    isReadOnly = false,
    isCompared = false,
    ...access
  }) => {
    const { proxy, bounds } = access
    const tls = ca === undefined ? undefined : { ca }
    const ask = async <Result>(call: () => Promise<Result>): Promise<Result> => {
      try {
        return await call()
      } catch (cause) {
        throw sayFullDisk(cause, { place: 'path' in settings ? settings.path : scratch, scratch })
      }
    }
    const store = await ask(() =>
      'path' in settings
        ? openDirectoryStore(settings.path, modesFor(settings.readableBy), bounds)
        : openBucketStore(
            { ...settings, secretKey, proxy, tls, guard: guardOf({ ...access, tls }) },
            scratch,
          ),
    )
    return wrapTarget(openParquetTarget({ orgId, store, scratch, isReadOnly, isCompared }), ask)
  },
  faultOf,
})

/** Views of the compacted files that every lake has, for DuckDB. */
function viewsOf(settings: z.output<typeof directory> | z.output<typeof bucket>): string {
  const place =
    'path' in settings
      ? settings.path
      : `s3://${[settings.bucket, settings.prefix].filter(Boolean).join('/')}`
  return warehouseTables
    .filter(({ isPersonal, isOnRequest }) => !isPersonal && !isOnRequest)
    .map(({ name }) => {
      const file = literal(`${place}/current/${name}.parquet`)
      return `create view ${name} as select * from read_parquet(${file});`
    })
    .join('\n')
}
