import { discardDeliveriesAct, replayDeliveriesAct } from './delivery-jobs.ts'
import {
  listDeliveriesRead,
  previewDeliveriesRead,
  readDeliveryBody,
  showDeliveryRead,
} from './read-deliveries.ts'

export { deliveryFilters, demandTaken, takes } from './delivery-filters.ts'
export { deliveryJobWorks } from './delivery-jobs.ts'
export {
  discardDeliveriesAct,
  listDeliveriesRead,
  previewDeliveriesRead,
  readDeliveryBody,
  replayDeliveriesAct,
  showDeliveryRead,
}

export const deliveryOperations = [
  ...[listDeliveriesRead, showDeliveryRead, readDeliveryBody, previewDeliveriesRead],
  ...[replayDeliveriesAct, discardDeliveriesAct],
] as const
