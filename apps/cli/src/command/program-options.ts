/** Where commands work; in front of the command. */
export const programOptions = [
  ['--local', 'use the installation of this machine, whatever login there is'],
  ['--url <address>', 'use the console at this address (default: that of the login)'],
  ['--allow-http', 'send the token to --url without TLS'],
] as const
