import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Endpoint } from './endpoint.ts'

export type Postmaster = { pid: number; endpoint: Endpoint; ready: boolean; alive: boolean }

/**
 * Reads `postmaster.pid` (lines: pid, data directory, start time, port, socket directory, address, shared memory,
 * status). `alive` is false when no process has that pid, or another program does.
 */
export function findPostmaster(dataPath: string): Postmaster | undefined {
  const text = readIfThere(join(dataPath, 'postmaster.pid'))
  if (text === undefined) return undefined
  const lines = text.split('\n').map((line) => line.trim())
  const pid = Number(lines[0])
  const endpoint = lines[4] ? { socketDirectory: lines[4] } : { port: Number(lines[3]) }
  return { pid, endpoint, ready: lines[7] === 'ready', alive: isServerOf(dataPath, pid) }
}

/** Whether the process is a PostgreSQL server of this data directory, by its command line, which everyone can read. */
export function isServerOf(dataPath: string, pid: number): boolean {
  const commandLine = Number.isInteger(pid) && pid > 0 ? readIfThere(`/proc/${pid}/cmdline`) : undefined
  const [program = '', option, directory] = commandLine?.split('\0') ?? []
  return program.endsWith('/postgres') && option === '-D' && directory === dataPath
}

function readIfThere(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException // the cast: fs throws nothing else
    if (code === 'ENOENT' || code === 'ESRCH') return undefined
    throw cause
  }
}
