export { securityText } from './security-text.ts'
export { strictTransport } from './strict-transport.ts'
