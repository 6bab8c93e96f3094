import { randomUUID } from 'node:crypto'
import { closeSync, fsyncSync, linkSync, openSync, rmSync, writeSync } from 'node:fs'

/** Creates a private file (0600) that is always complete. Returns false and changes nothing if the path exists. */
export function publishFile(path: string, content: string): boolean {
  const partial = `${path}.${randomUUID()}`
  try {
    const file = openSync(partial, 'wx', 0o600)
    writeSync(file, content)
    fsyncSync(file)
    closeSync(file)
    linkSync(partial, path)
    return true
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'EEXIST') return false // the cast: fs throws nothing else
    throw cause
  } finally {
    rmSync(partial, { force: true })
  }
}
