/** Jobs are `EnqueuedBatch`. */
export const deliveriesQueue = 'deliveries'

/** Of all keys in Redis. A hash tag keeps all keys of a queue on one node of a Cluster. */
export const keyPrefix = '{signalpost}'
