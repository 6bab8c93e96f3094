import { userInfo } from 'node:os'

/** Returns the account that runs the command line, as the audit log names it. */
export function commandLineUser(): string {
  try {
    return userInfo().username
  } catch {
    // Many containers run under an account that has no entry in the system's list.
    return `uid-${process.getuid?.()}`
  }
}
