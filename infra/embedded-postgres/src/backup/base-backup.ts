import { Readable } from 'node:stream'
import pg from 'pg'

// Read-ahead between the server and the compression.
const bufferedBytes = 1024 * 1024
const [newArchive, archiveData, progress] = ['n', 'd', 'p'].map((letter) => letter.charCodeAt(0))

/**
 * Streams the tar archive of a running cluster, with the log that makes it consistent, through PostgreSQL's replication
 * protocol (`BASE_BACKUP`). The server compares its pages with their checksums on the way.
 */
export async function* streamBaseBackup(superuserUrl: string): AsyncGenerator<Buffer> {
  const url = new URL(superuserUrl)
  url.searchParams.set('replication', 'true')
  const client = new pg.Client({ connectionString: url.href, application_name: 'signalpost backup' })
  // Without a listener, a lost connection would end the process; the stream fails with it.
  client.on('error', () => undefined)
  await client.connect()
  try {
    // Until the session ends, the slot keeps the log that the backup needs at its end.
    const slot = `signalpost_backup_${process.pid}`
    await client.query(`CREATE_REPLICATION_SLOT ${slot} TEMPORARY PHYSICAL (RESERVE_WAL)`)
    yield* client.query(new ArchiveQuery("BASE_BACKUP (LABEL 'signalpost', CHECKPOINT 'fast', WAL)"))
  } finally {
    await client.end()
  }
}

const ignore = (): void => undefined

/** The bytes of the archive that a command sends. pg calls the methods; rows around the archive need no treatment. */
class ArchiveQuery extends Readable {
  readonly #command: string
  #connection: pg.Connection | undefined

  constructor(command: string) {
    super({ highWaterMark: bufferedBytes })
    this.#command = command
  }

  submit(connection: pg.Connection): void {
    this.#connection = connection
    connection.query(this.#command)
  }

  handleCopyData({ chunk }: { chunk: Buffer }): void {
    const [kind] = chunk
    if (kind === progress) return
    if (kind === newArchive && chunk.toString('latin1', 1).startsWith('base.tar\0')) return
    if (kind !== archiveData) {
      this.destroy(new Error('PostgreSQL keeps data outside its directory, which a backup does not contain'))
      return
    }
    // A copy, because pg uses the memory again.
    if (!this.push(Buffer.from(chunk.subarray(1)))) this.#connection?.stream.pause()
  }

  override _read(): void {
    this.#connection?.stream.resume()
  }

  handleReadyForQuery(): void {
    // Nothing reads this stream any more, and the session could not end on a paused connection.
    this.#connection?.stream.resume()
    this.push(null)
  }

  handleError(cause: Error): void {
    this.destroy(cause)
  }

  readonly handleRowDescription = ignore
  readonly handleDataRow = ignore
  readonly handleCommandComplete = ignore
}
