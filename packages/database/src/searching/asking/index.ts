export {
  type Connection,
  type ConnectionReference,
  type ConnectionSecrets,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
  type NewConnection,
  openConnection,
  setConnectionBudget,
} from './connections.ts'
export {
  type FetchedPage,
  findFetchedPage,
  forgetFetchedPages,
  saveFetchedPage,
} from './fetched-pages.ts'
export { forgetModelCalls, takeModelCall } from './model-calls.ts'
export {
  blockBudget,
  budgetIdOf,
  type Cost,
  findBlock,
  type Permit,
  type PermitRequest,
  type PermitWindow,
  releasePermits,
  returnPermits,
  takePermits,
} from './permits.ts'
