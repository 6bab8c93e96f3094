import type { IntakeConfig } from './config.ts'

/** Limits on the bytes of unfinished requests, in all processes of the port: all together, and for one client. */
const totalBytes = 128 * 1024 * 1024
const clientBytes = 32 * 1024 * 1024

/** Returns the limits of one process. One client's largest body always fits, whatever the limit on bodies. */
export function bodyLimitsOf({
  maxBodyBytes,
  sharedPort: { processes } = { processes: 1 },
}: Pick<IntakeConfig, 'maxBodyBytes'> & { sharedPort?: { processes: number } | undefined }): {
  totalBytes: number
  clientBytes: number
} {
  return {
    totalBytes: Math.max(Math.floor(totalBytes / processes), 2 * maxBodyBytes),
    clientBytes: Math.max(Math.floor(clientBytes / processes), maxBodyBytes),
  }
}
