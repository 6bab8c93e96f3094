/** Where root keeps what the server's account cannot reach below a private checkout. */
export const sharedRoot = '/var/lib/signalpost'
