import { generateKeyPairSync } from 'node:crypto'

/** An RSA key in PEM, as service accounts and users of key pairs have. */
export function makePrivateKey(): string {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  return privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
}
