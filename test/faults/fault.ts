import type { OwnPostgres, TcpProxy } from '@signalpost/testing'
import type { Alerting } from '../support/alerting.ts'
import type { KeptWarehouses } from '../support/product/kept-warehouses.ts'
import type { BackendName } from '../support/product/queue-store.ts'
import { backends } from '../support/product/queue-store.ts'
import type { Harness } from '../support/product/start-harness.ts'

/** The product under load, on stores that can be broken, each behind a proxy. */
export type Scene = {
  harness: Harness
  postgres: OwnPostgres
  postgresProxy: TcpProxy
  /** Undefined unless there is a single Redis server. */
  redisProxy: TcpProxy | undefined
  alerting: Alerting
  warehouses: KeptWarehouses
}

/** A fault that `strike` causes, and repairs before it resolves. */
export type Fault = {
  /** In kebab-case. */
  name: string
  backends: readonly BackendName[]
  strike: (this: void, scene: Scene) => Promise<void>
}

export function defineFault(fault: Omit<Fault, 'backends'> & { backends?: readonly BackendName[] }): Fault {
  return { backends, ...fault }
}
