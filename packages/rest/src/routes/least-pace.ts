import type { Writable } from 'node:stream'
import { Transform } from 'node:stream'
import { TransientError } from '@signalpost/domain'

/** A reader must take this many bytes in each window in which the stream waits for it. */
export type Pace = { leastBytes: number; windowMs: number }

/** 64 KiB a second: slower readers would hold a database connection longer than others can wait. */
export const leastPace: Pace = { leastBytes: 640 * 1_024, windowMs: 10_000 }

/** Passes bytes to a reader, and fails when the reader is too slow. Time that the source takes does not count. */
export function keepPace(reader: Writable, { leastBytes, windowMs }: Pace): Transform {
  let passed = 0
  const passing = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      passed += chunk.length
      done(null, chunk)
    },
  })
  const timer = setInterval(() => {
    const isSlow = reader.writableNeedDrain && passed < leastBytes
    passed = 0
    if (isSlow) passing.destroy(new TransientError('The reader took less than 64 KiB a second.'))
  }, windowMs)
  passing.once('close', () => clearInterval(timer))
  return passing
}
