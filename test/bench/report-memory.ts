import { writeFileSync } from 'node:fs'

// Loaded into a process of the product by --import: on SIGUSR2 it collects garbage and reports the remaining memory.

const path = process.env.MEMORY_REPORT

process.on('SIGUSR2', () => {
  globalThis.gc?.()
  if (path !== undefined) writeFileSync(`${path}.${process.pid}`, JSON.stringify(process.memoryUsage()))
})
