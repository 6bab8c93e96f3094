import { deepestOf, oneLine } from '../command/explain-error.ts'
import { RemoteError } from './remote-error.ts'

const certificateCodes = new Set([
  'CERT_HAS_EXPIRED',
  'CERT_NOT_YET_VALID',
  'CERT_REVOKED',
  'CERT_UNTRUSTED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
])

/** Says in one line why a console gave no answer, and what to do. */
export function explainNetwork(
  error: unknown,
  { url, timeoutMs }: { url: string; timeoutMs: number },
): RemoteError {
  return new RemoteError(linesOf(error, { url, timeoutMs }), { cause: error })
}

function linesOf(error: unknown, { url, timeoutMs }: { url: string; timeoutMs: number }): string {
  if (error instanceof Error && error.name === 'TimeoutError') {
    return `${url} did not answer within ${timeoutMs / 1_000} s. Try again later, or look at the console there.`
  }
  const deepest = error instanceof Error ? deepestOf(error) : new Error(String(error))
  const code = 'code' in deepest ? String(deepest.code) : ''
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') {
    return `The host of ${url} has no address. Check the name, and your network.`
  }
  if (code === 'ECONNREFUSED') {
    return `Nothing answers at ${url}. Check the address, and that the console runs there.`
  }
  if (code === 'ETIMEDOUT' || code === 'UND_ERR_CONNECT_TIMEOUT' || code.endsWith('UNREACH')) {
    return `${url} cannot be reached. Check the address, your network, and a firewall between.`
  }
  if (certificateCodes.has(code)) {
    return `The certificate of ${url} is not trusted (${code}). Check the address; for an authority of your own, set NODE_EXTRA_CA_CERTS to its file.`
  }
  if (code === 'EPROTO' || code.startsWith('ERR_SSL')) {
    return `${url} does not answer with TLS. Check the port, and whether the console is behind https.`
  }
  if (code === 'ECONNRESET' || code === 'UND_ERR_SOCKET' || code.startsWith('HPE_')) {
    return `${url} broke the connection off. Check that a console answers there, then try again.`
  }
  return `${url} cannot be used: ${oneLine(deepest.message)}`
}
