import { Readable } from 'node:stream'
import type { S3Client } from '@aws-sdk/client-s3'
import { AnswerError } from '../../network/answer-error.ts'
import { otherBytesMost } from '../../network/bound-answers.ts'

/** 1,000 keys of 1,024 bytes, each of which XML may write six times as long. */
const listBytesMost = 8 * 1024 * 1024
const otherMs = 60_000

type Answer = { statusCode: number; body: unknown }

/**
 * Reads all answers but files in whole, bounded in bytes and time, before the library parses them. Throws AnswerError for
 * one that is not of the S3 protocol.
 */
export function boundBucketAnswers({ middlewareStack }: S3Client): void {
  middlewareStack.add(
    (next, { commandName }) =>
      async (given) => {
        const result = await next(given)
        const answer = result.response as Answer // its type leaves the members open
        const isSuccess = answer.statusCode >= 200 && answer.statusCode <= 299
        if (isSuccess && commandName === 'GetObjectCommand') return result
        const isList = isSuccess && commandName === 'ListObjectsV2Command'
        const body = await readWhole(answer.body, {
          most: isList ? listBytesMost : otherBytesMost,
          ms: otherMs,
        })
        const text = body.toString('utf8')
        if (!isSuccess && !isOwnError(text)) throw foreign(answer.statusCode)
        if (isList && !/^\s*(<\?xml[^>]*\?>)?\s*<ListBucketResult[\s>]/.test(text))
          throw new AnswerError('not_understood')
        answer.body = Readable.from([body])
        return result
      },
    // The lowest priority is nearest to the network.
    { step: 'deserialize', priority: 'low', name: 'boundBucketAnswers' },
  )
}

/** S3 and its like answer with a code in XML, without a document type, which could expand without bound. */
function isOwnError(text: string): boolean {
  return (
    /^\s*(<\?xml[^>]*\?>)?\s*<Error[\s>]/.test(text) &&
    /<Code>[A-Za-z0-9.]{1,100}<\/Code>/.test(text) &&
    !/<!DOCTYPE/i.test(text)
  )
}

/** The library reads the status from `$metadata`. */
function foreign(status: number): AnswerError {
  return Object.assign(new AnswerError(`http_${status}`), { $metadata: { httpStatusCode: status } })
}

/** Throws AnswerError for a body that is longer than `most` bytes, or takes longer than `ms`. */
export async function readWhole(body: unknown, { most, ms }: { most: number; ms: number }): Promise<Buffer> {
  if (!(body instanceof Readable)) return Buffer.alloc(0)
  const late = setTimeout(() => body.destroy(new AnswerError('timeout')), ms)
  // The loop gets every error until it ends; later ones matter to no one.
  body.on('error', () => undefined)
  const pieces: Buffer[] = []
  let bytes = 0
  try {
    for await (const piece of body) {
      const read = Buffer.from(piece)
      bytes += read.length
      if (bytes > most) throw new AnswerError('too_large')
      pieces.push(read)
    }
  } finally {
    clearTimeout(late)
  }
  return Buffer.concat(pieces)
}
