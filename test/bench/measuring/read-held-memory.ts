import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { waitUntil } from '@signalpost/testing'
import type { ProductProcess } from '../../support/product/product-process.ts'

const mebibyte = 1024 * 1024
const preload = join(import.meta.dirname, '../report-memory.ts')

/** The variables of processes whose memory `readHeldMiB` reads, with the same path. */
export function reportingMemory(reportPath: string): Record<string, string> {
  return { NODE_OPTIONS: `--expose-gc --import=${preload}`, MEMORY_REPORT: reportPath }
}

/** Returns heap and external memory: what the process needs, not what the system has not reclaimed yet. */
export async function readHeldMiB(process: ProductProcess, reportPath: string): Promise<number> {
  const pid = process.pid() ?? Number.NaN
  const path = `${reportPath}.${pid}`
  rmSync(path, { force: true })
  globalThis.process.kill(pid, 'SIGUSR2')
  await waitUntil(
    `${process.name} reports its memory`,
    () => existsSync(path) && readFileSync(path).length > 0,
  )
  const { heapUsed, external }: NodeJS.MemoryUsage = JSON.parse(readFileSync(path, 'utf8'))
  return (heapUsed + external) / mebibyte
}
