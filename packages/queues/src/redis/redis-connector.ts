import type { StandaloneConnectionOptions } from 'ioredis'
import type { ErrorEmitter } from 'ioredis/built/connectors/AbstractConnector.js'
import { StandaloneConnector } from 'ioredis/built/connectors/index.js'

/**
 * Opens the sockets of ioredis, which listens for one error of each. A socket that is closed during the handshake of TLS
 * may emit two: a refused certificate, then the alert of the server. Without a listener the second would end the process.
 */
export class RedisConnector extends StandaloneConnector {
  // ioredis passes its own options, which its type for connectors leaves open.
  constructor(options: unknown) {
    super(options as StandaloneConnectionOptions)
  }

  override async connect(emitError: ErrorEmitter) {
    const socket = await super.connect(emitError)
    return socket.on('error', () => undefined)
  }
}
