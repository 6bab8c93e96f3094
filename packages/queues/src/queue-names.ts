/** Jobs `{ batchId }`: deliveries that are stored and wait to be applied. */
export const deliveriesQueue = 'deliveries'
