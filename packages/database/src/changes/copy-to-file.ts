import { open } from 'node:fs/promises'
import type { ClientBase, Connection } from 'pg'

/** Rows are gathered in blocks: writing each alone takes longer than reading it. */
const blockBytes = 256 * 1024

/**
 * Runs a COPY … TO STDOUT and writes what it returns to a file. After an error or an aborted `signal`, the connection
 * cannot be used again.
 */
export async function copyToFile(
  client: ClientBase,
  statement: string,
  { file, signal }: { file: string; signal?: AbortSignal | undefined },
): Promise<{ rows: number; bytes: number }> {
  signal?.throwIfAborted()
  const handle = await open(file, 'w')
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const abort = (): void => reject(signal?.reason)
  signal?.addEventListener('abort', abort, { once: true })
  const copied = { rows: 0, bytes: 0 }
  let block = Buffer.allocUnsafe(blockBytes)
  let used = 0
  // Used again: new ones would make the process collect its whole heap often.
  let spare: typeof block | undefined
  let written = Promise.resolve()
  const write = (stream: Connection['stream']): void => {
    const [full, length] = [block, used]
    copied.bytes += length
    // The server waits while the disk is slow, so memory does not grow.
    stream.pause()
    written = written
      .then(() => handle.appendFile(full.subarray(0, length)))
      .then(() => {
        spare = full
        stream.resume()
      })
    written.catch(reject)
  }
  try {
    client.query({
      submit: (connection) => connection.query(statement),
      handleCopyData: ({ chunk }, { stream }) => {
        if (used + chunk.length > block.length) {
          write(stream)
          block =
            (chunk.length <= blockBytes ? spare : undefined) ??
            Buffer.allocUnsafe(Math.max(blockBytes, chunk.length))
          used = 0
          spare = undefined
        }
        used += chunk.copy(block, used)
      },
      handleCommandComplete: ({ text }) => {
        copied.rows = Number(text.slice('COPY '.length))
      },
      handleReadyForQuery: ({ stream }) => {
        write(stream)
        written.then(resolve, reject)
      },
      handleError: reject,
    } satisfies CopyQuery)
    await promise
    return copied
  } finally {
    signal?.removeEventListener('abort', abort)
    await handle.close()
  }
}

/** What the driver calls of a query that copies, which its types hide. */
type CopyQuery = {
  submit: (connection: Connection) => void
  /** `chunk` is a row, in memory that the driver uses again. */
  handleCopyData: (message: { chunk: Buffer }, connection: Connection) => void
  handleCommandComplete: (message: { text: string }) => void
  handleReadyForQuery: (connection: Connection) => void
  handleError: (error: Error) => void
}
