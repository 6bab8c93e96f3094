export { securityText } from './security-text.ts'
export { secureTransport, strictTransport } from './strict-transport.ts'
