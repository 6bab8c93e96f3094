import type { Writable } from 'node:stream'
import { Transform } from 'node:stream'
import { TransientError } from '@signalpost/domain'

/** A reader must take that many bytes in each window in which it is waited for. */
export type Pace = { leastBytes: number; windowMs: number }

/** 64 KiB a second: less holds a connection to the database for longer than others can wait. */
export const leastPace: Pace = { leastBytes: 640 * 1_024, windowMs: 10_000 }

/** Passes bytes on to a reader, and fails when it is too slow. Time that the source takes does not count. */
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
