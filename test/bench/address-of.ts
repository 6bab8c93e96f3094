import type { ProductProcess } from '../support/product-process.ts'

/** Where a process of the product listens, and its process id. Throws while it does not run. */
export function addressOf(process: ProductProcess | undefined): { port: number; pid: number } {
  const [port, pid] = [process?.port(), process?.pid()]
  if (port === undefined || pid === undefined) throw new Error('A process of the product does not run.')
  return { port, pid }
}
