import type { ServerResponse } from 'node:http'
import { type ErrorCode, errorBody, errorCodes, type Issue } from '@signalpost/domain'
import { sendJson } from './send-json.ts'

/** What a refusal says; a RejectedError is one. */
export type Refusal = {
  code: ErrorCode
  message: string
  issues?: Issue[] | undefined
  headers?: Record<string, string>
}

/** Sends the Error body with the status of its code. */
export function sendError(response: ServerResponse, { code, message, issues, headers }: Refusal): void {
  sendJson(response, errorCodes[code].status, errorBody(code, message, issues), headers)
}
