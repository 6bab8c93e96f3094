import type { Target, WarehouseKind } from '@signalpost/warehouses'

export type Meddling = Partial<{
  [Method in keyof Target]: (
    next: NonNullable<Target[Method]>,
    ...input: Parameters<NonNullable<Target[Method]>>
  ) => Promise<unknown>
}>

/** Wraps a kind so that a test intercepts its calls, and forwards them with `next`. */
export function meddleWithKind(kind: WarehouseKind, meddling: Meddling): WarehouseKind {
  return {
    ...kind,
    open: async (options) => {
      const target = await kind.open(options)
      return {
        ...target,
        ...Object.fromEntries(
          Object.entries(meddling).map(([method, between]) => [
            method,
            // The cast: each intercepts the calls of its own method.
            (...input: unknown[]) => (between as CallableFunction)(target[method as keyof Target], ...input),
          ]),
        ),
      }
    },
  }
}
