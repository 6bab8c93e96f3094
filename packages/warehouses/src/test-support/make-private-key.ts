import { generateKeyPairSync } from 'node:crypto'

/** Creates an RSA key in PEM, as for service accounts and key pair users. */
export function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
