import { type Issue, RejectedError } from '@signalpost/domain'

/** The refusal of input that does not validate: 400 with what is wrong where. */
export function invalidRequest(issues: Issue[]): RejectedError {
  return new RejectedError('invalid_request', 'The request is invalid; detail says where.', { issues })
}
