/** The data of a job: a batch that is stored and waits to be applied. */
export type EnqueuedBatch = {
  batchId: string
  /** How many deliveries it has; jobs of 0.1.0 do not say. */
  deliveries?: number
}
