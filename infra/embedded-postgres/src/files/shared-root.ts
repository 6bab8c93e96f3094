/** Where root keeps what the server's account cannot reach in a private checkout. */
export const sharedRoot = '/var/lib/signalpost'
