import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { UsageError } from '../command/usage-error.ts'

/** Reads the file that an option names; `-` is stdin. */
export async function readInputFile(path: string): Promise<Buffer> {
  if (path === '-') return buffer(process.stdin)
  try {
    return await readFile(path)
  } catch (cause) {
    const reason = cause instanceof Error && 'code' in cause ? `: ${String(cause.code)}` : ''
    throw new UsageError(`the file ${JSON.stringify(path)} cannot be read${reason}`, { cause })
  }
}

/** Reads a secret from a file, without the line break that editors and `echo` add. */
export async function readSecretFile(path: string): Promise<string> {
  const bytes = await readInputFile(path)
  return bytes.toString('utf8').replace(/\r?\n$/, '')
}
