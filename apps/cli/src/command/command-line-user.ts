import { userInfo } from 'node:os'

/** The account that runs the command line, as the audit log names it. */
export function commandLineUser(): string {
  try {
    return userInfo().username
  } catch {
    // An account without an entry in the system's list, as in many containers.
    return `uid-${process.getuid?.()}`
  }
}
