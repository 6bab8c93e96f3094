import { TransientError } from '@signalpost/domain'

/** Limits the wait for BullMQ's calls, which may never settle while their store is away. */
export async function withDeadline<T>(work: Promise<T>, deadlineMs: number, what: string): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const deadline = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(
      () => reject(new TransientError(`${what} took longer than ${deadlineMs} ms.`)),
      deadlineMs,
    )
  })
  try {
    return await Promise.race([work, deadline])
  } finally {
    clearTimeout(timer)
  }
}
