export { disableCanaryAct } from './disable-canary.ts'
export { enableCanaryAct } from './enable-canary.ts'
export { type CanaryState, readCanaryState } from './read-canary-state.ts'
