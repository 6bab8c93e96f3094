import type { ProductProcess } from '../../support/product/product-process.ts'

/** Returns the port and the process id of one of the product's processes. Throws if it is not running. */
export function addressOf(process: ProductProcess | undefined): { port: number; pid: number } {
  const [port, pid] = [process?.port(), process?.pid()]
  if (port === undefined || pid === undefined) throw new Error('A process of the product is not running.')
  return { port, pid }
}
