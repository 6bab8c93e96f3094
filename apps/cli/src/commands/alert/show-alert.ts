import type { Alert, AlertAttempt } from '@signalpost/database/dispatches'

/** Returns an alert for `--json`, without members that do not apply. */
export function showAlert({
  title,
  ruleName,
  escalationId,
  escalationName,
  round,
  step,
  channelName,
  reason,
  sentAt,
  nextAt,
  attempts,
  ...alert
}: Alert) {
  return {
    ...alert,
    ...(title !== null && { title }),
    ...(ruleName !== null && { ruleName }),
    ...(escalationId !== null && { escalationId, escalationName, round, step }),
    ...(channelName !== null && { channelName }),
    ...(reason !== null && { reason }),
    ...(sentAt !== null && { sentAt }),
    ...(nextAt !== null && { nextAt }),
    attempts: attempts.map(showAttempt),
  }
}

function showAttempt({ httpStatus, code, durationMs, answer, ...attempt }: AlertAttempt) {
  return {
    ...attempt,
    ...(httpStatus !== null && { httpStatus }),
    ...(code !== null && { code }),
    ...(durationMs !== null && { durationMs }),
    ...(answer !== null && { answer }),
  }
}
