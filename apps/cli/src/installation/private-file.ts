import { readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'

/** Writes a document that only its owner may read (0600). The file is complete at any moment. */
export function writePrivateJson(path: string, document: unknown): void {
  const partial = `${path}.${process.pid}`
  try {
    writeFileSync(partial, `${JSON.stringify(document, null, 2)}\n`, { mode: 0o600, flush: true })
    renameSync(partial, path)
  } finally {
    rmSync(partial, { force: true })
  }
}

/** Reads the document in a file. Returns undefined without a file, and null if it is not JSON. */
export function findPrivateJson(path: string): unknown {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
  try {
    return JSON.parse(text)
  } catch {
    // The caller knows the expected content, so it reports the fault.
    return null
  }
}
