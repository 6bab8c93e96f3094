import { createDealChoice, createDealsAct } from './create-deals.ts'
import { getDealRead, listDealsRead, sumDealsRead } from './read-deals.ts'
import { dealMembers, demandChange, updateDealAct, updateDealChoice } from './update-deal.ts'

export { createDealsAct, dealMembers, demandChange, updateDealAct }

export const dealOperations = [
  ...[listDealsRead, sumDealsRead, getDealRead],
  ...[createDealsAct, createDealChoice, updateDealAct, updateDealChoice],
] as const
