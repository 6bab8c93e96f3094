import type { Target, WarehouseKind } from '@signalpost/warehouses'

export type Meddling = Partial<{
  [Method in keyof Target]: (
    next: NonNullable<Target[Method]>,
    ...input: Parameters<NonNullable<Target[Method]>>
  ) => Promise<unknown>
}>

/** A kind as it is, but that a test stands between it and its caller; it passes calls on by `next`. */
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
            // The cast: each stands between the calls of its own method.
            (...input: unknown[]) => (between as CallableFunction)(target[method as keyof Target], ...input),
          ]),
        ),
      }
    },
  }
}
