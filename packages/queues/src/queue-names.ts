/** Jobs are `EnqueuedBatch`. */
export const deliveriesQueue = 'deliveries'
