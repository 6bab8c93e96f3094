export {
  type EscalationRun,
  findDueWorkspaces,
  lockDueRuns,
  lockEscalating,
  lockStandingRuns,
  moveRuns,
  type NewRun,
  type RunMove,
  readStoringsMs,
  startRuns,
} from './escalation-runs.ts'
export { isBeingTaken } from './is-being-taken.ts'
export { findStep, type StepReference, stepKeyOf } from './step-key.ts'
export { readStepPeople, type StepPerson } from './step-person.ts'
export { suppressTakenSteps } from './suppress-taken-steps.ts'
