export { type BusinessHours, isWithinHours } from './business-hours.ts'
export {
  type Escalation,
  type EscalationDefinition,
  type EscalationStep,
  escalationDefinitionSchema,
} from './escalation.ts'
export { shouldEscalate } from './should-escalate.ts'
export {
  firstStep,
  firstStepFrom,
  placeAfter,
  type StepPlace,
  sendableMs,
  stepDueMs,
  stepsFrom,
} from './step-times.ts'
export { findTaken, type Taken, type Taking, takingEventTypes, takings } from './takings.ts'
