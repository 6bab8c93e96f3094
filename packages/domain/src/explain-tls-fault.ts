/** The server that was called, in words, and the variable that holds its address. */
type Called = { server: string; variable: string }

type Explanation = { message: string; remedy: string }

const untrusted = ({ server, variable }: Called): Explanation => ({
  message: `the certificate of ${server} is not signed by a trusted authority`,
  remedy: `Add sslrootcert=FILE with the authority to ${variable}.`,
})
const refusedOurs = ({ server, variable }: Called): Explanation => ({
  message: `${server} refuses the client certificate`,
  remedy: `Name a certificate that it trusts in ${variable}: sslcert=FILE and sslkey=FILE.`,
})

const explanations: Record<string, (called: Called) => Explanation> = {
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: untrusted,
  UNABLE_TO_GET_ISSUER_CERT: untrusted,
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: untrusted,
  SELF_SIGNED_CERT_IN_CHAIN: untrusted,
  DEPTH_ZERO_SELF_SIGNED_CERT: untrusted,
  CERT_SIGNATURE_FAILURE: untrusted,
  CERT_HAS_EXPIRED: ({ server }) => ({
    message: `the certificate of ${server} has expired`,
    remedy: 'Renew it on the server.',
  }),
  ERR_TLS_CERT_ALTNAME_INVALID: ({ server, variable }) => ({
    message: `the certificate of ${server} is for another host`,
    remedy: `Use the name that is in it in ${variable}.`,
  }),
  ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED: ({ server, variable }) => ({
    message: `${server} asks for a client certificate`,
    remedy: `Add sslcert=FILE and sslkey=FILE to ${variable}.`,
  }),
  ERR_SSL_TLSV1_ALERT_UNKNOWN_CA: refusedOurs,
  ERR_SSL_SSLV3_ALERT_BAD_CERTIFICATE: refusedOurs,
  ERR_SSL_SSLV3_ALERT_CERTIFICATE_EXPIRED: refusedOurs,
}

/** Explains the code of an error of TLS; undefined for any other code. */
export function explainTlsFault(code: string, called: Called): Explanation | undefined {
  return Object.hasOwn(explanations, code) ? explanations[code]?.(called) : undefined
}
