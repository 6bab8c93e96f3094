export {
  type EscalationRun,
  findDueWorkspaces,
  lockDueRuns,
  lockEscalating,
  lockStandingRuns,
  moveRuns,
  type NewRun,
  type RunMove,
  startRuns,
} from './escalation-runs.ts'
export { findStep, type StepReference, stepKeyOf } from './step-key.ts'
export { readStepPeople, type StepPerson } from './step-person.ts'
export { suppressTakenSteps } from './suppress-taken-steps.ts'
