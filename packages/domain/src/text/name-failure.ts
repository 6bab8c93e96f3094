const failures: Readonly<Record<string, string>> = {
  address_refused: 'nothing is sent to private addresses',
  connect_failed: 'nothing answers at the address',
  dns_failed: 'there is no such host',
  malformed: 'the answer could not be read',
  port_refused: 'nothing is sent to this port',
  protocol_refused: 'it takes an address with https',
  reset: 'the connection ended before an answer',
  smtp_login_refused: 'the mail server refused the login',
  smtp_no_answer: 'the mail server did not answer',
  smtp_not_configured: 'no mail server is set up',
  smtp_unreachable: 'the mail server cannot be reached',
  timeout: 'no answer in time',
  tls_failed: 'no secure connection to the host',
  too_large: 'the answer is too large',
}

/**
 * Says why something failed, by the code of its attempt: a code of the other side as it is, in words, and a sentence, which
 * may name a file or a column, unchanged.
 */
export function nameFailure(reason: string): string {
  return failures[reason] ?? (/^[a-z0-9_]+$/.test(reason) ? reason.replaceAll('_', ' ') : reason)
}
