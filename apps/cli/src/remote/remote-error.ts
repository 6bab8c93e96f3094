/** A console elsewhere cannot be used. The message is one line that says what to do. */
export class RemoteError extends Error {
  override readonly name = 'RemoteError'
}

/** The error of an answer that lacks what a command shows of it. */
export function ofAnotherForm(url: string, options?: ErrorOptions): RemoteError {
  return new RemoteError(
    `${url} answered in a form that this command line does not know. It may be of another version, or a proxy in front of it changes answers.`,
    options,
  )
}

/** The error of what only the installation itself can do. */
export function localOnly(what: string): RemoteError {
  return new RemoteError(
    `${what} works only where Signalpost is installed. Run it there, with --local if there is a login.`,
  )
}
