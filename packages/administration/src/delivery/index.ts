export {
  deliveryJobWorks,
  discardDeliveriesAct,
  replayDeliveriesAct,
} from './delivery-jobs.ts'
